import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';
import { medianOf, titles } from './report.js';

const ink = '#24292f';
/** Variants of the mock, whose lines would cover its own. */
const variants = new Set(['logged', 'unjournaled', 'young']);
// Colours in the order of the peers: ours are red, the yardsticks grey.
const colours = '#c12 #222 #f79 #888 #f82 #5a4 #b7a #2aa #854 #47a #da1 #639'.split(' ');
const shorten = (count) => new Intl.NumberFormat('en', { notation: 'compact' }).format(count);

/** Draws requests a second against the number of pets, both logarithmic, and gives the SVG. */
export function drawPlot(result) {
  const { settings } = result;
  const peers = result.peers.filter(({ id }) => !variants.has(id));
  const points = peers.flatMap(({ id, label }) =>
    Object.entries(titles).flatMap(([operation, title]) =>
      settings.sizes.map((pets) => ({
        label,
        pets,
        title,
        perSecond: medianOf(result, id, pets, operation),
      })),
    ),
  );
  const channels = {
    x: 'pets',
    y: 'perSecond',
    fx: 'title',
    stroke: 'label',
    z: 'label',
    reverse: true,
  };
  const window = new Window();
  const panels = Plot.plot({
    document: window.document,
    width: 790,
    height: 410,
    marginLeft: 56,
    marginBottom: 44,
    style: { fontSize: '12px', color: ink, background: 'white' },
    x: { type: 'log', ticks: settings.sizes, tickFormat: shorten, inset: 12 },
    y: { type: 'log', label: 'requests a second', grid: true, tickFormat: shorten, ticks: 6 },
    fx: { label: null, domain: Object.values(titles) },
    color: { domain: peers.map(({ label }) => label), range: colours },
    marks: [
      Plot.frame({ stroke: '#d0d7de' }),
      Plot.line(points, channels),
      Plot.dot(points, { ...channels, fill: 'white', r: 2.5 }),
    ],
  });
  panels.setAttribute('y', '25');
  const legend = peers.map(({ label }, index) => {
    const y = 60 + 22 * index;
    return `<circle cx="810" cy="${y}" r="5" fill="${colours[index]}"/><text x="822" y="${y + 4}">${label}</text>`;
  });
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 460" role="img" aria-label="Requests a second against the number of pets" font-family="system-ui, sans-serif" font-size="12">',
    '<rect width="100%" height="100%" fill="white"/>',
    panels.outerHTML,
    ...legend,
    '</svg>\n',
  ].join('\n');
  window.close();
  return svg;
}
