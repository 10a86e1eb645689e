import * as Plot from '@observablehq/plot';
import { Window } from 'happy-dom';
import { operations } from './load.js';
import { byRound } from './markdown.js';
import { median } from './stats.js';

const shown = ['get', 'list', 'create'];
const ink = '#24292f';
const paper = '#ffffff';
const ourColour = '#c4122f';
const yardstickColours = ['#24292f', '#6e7781', '#afb8c1'];
const mockColours = ['#4e79a7', '#f28e2b', '#59a14f', '#b07aa1', '#76b7b2', '#d4a017', '#e377c2'];
const naiveColours = ['#8c564b', '#c49c94'];

const width = 1080;
const height = 460;
const legendWidth = 290;

function points(result) {
  const labels = new Map(result.peers.map(({ id, label }) => [id, label]));
  return result.rows
    .filter(({ operation, measured }) => shown.includes(operation) && measured.length)
    .map((row) => ({
      operation: operations[row.operation].label,
      server: labels.get(row.peer),
      pets: row.size,
      perSecond: median(Object.values(byRound(row, 'perSecond'))),
    }));
}

/** Servers in the order of the tables, each with its line. */
function lines(result, data) {
  const palettes = {
    project: [ourColour],
    yardstick: [...yardstickColours],
    mock: [...mockColours],
    naive: [...naiveColours],
  };
  return result.peers
    .map(({ label, kind }) => ({ label, kind, colour: palettes[kind].shift() ?? ink }))
    .filter(({ label }) => data.some(({ server }) => server === label));
}

function shortCount(count) {
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(count);
}

function panels(document, result, data, servers) {
  const sizes = [...new Set(data.map((point) => point.pets))];
  const ours = servers.find(({ kind }) => kind === 'project')?.label;
  const line = (options) => ({
    x: 'pets',
    y: 'perSecond',
    stroke: 'server',
    z: 'server',
    fx: 'operation',
    ...options,
  });
  return Plot.plot({
    document,
    width: width - legendWidth,
    height: height - 50,
    marginLeft: 56,
    marginBottom: 44,
    style: { fontSize: '12px', color: ink, background: paper },
    x: { type: 'log', label: 'pets', ticks: sizes, tickFormat: shortCount, inset: 12 },
    y: { type: 'log', label: 'requests a second', grid: true, tickFormat: shortCount, ticks: 6 },
    fx: { label: null, domain: shown.map((id) => operations[id].label) },
    color: {
      domain: servers.map(({ label }) => label),
      range: servers.map(({ colour }) => colour),
    },
    marks: [
      Plot.frame({ stroke: '#d0d7de' }),
      Plot.line(data, line({ strokeWidth: 1.5 })),
      Plot.dot(data, line({ fill: paper, r: 2.5 })),
      Plot.line(data, line({ strokeWidth: 3.5, filter: (point) => point.server === ours })),
    ],
  });
}

function legend(document, servers) {
  const entries = servers.map((server) => ({ ...server, x: 0 }));
  return Plot.plot({
    document,
    width: legendWidth,
    height: servers.length * 22 + 10,
    margin: 5,
    axis: null,
    style: { fontSize: '12px', color: ink, background: paper },
    x: { domain: [0, 1] },
    y: { type: 'band', domain: servers.map(({ label }) => label) },
    marks: [
      Plot.dot(entries, { x: 'x', y: 'label', fill: 'colour', r: 5, dx: 8 }),
      Plot.text(entries, {
        x: 'x',
        y: 'label',
        text: 'label',
        textAnchor: 'start',
        dx: 20,
        fill: ink,
      }),
    ],
  });
}

/** A plot's markup at a place within another drawing. */
function placed(svg, x, y) {
  svg.setAttribute('x', String(x));
  svg.setAttribute('y', String(y));
  return svg.outerHTML;
}

/**
 * Throughput against the number of pets, both on a logarithmic scale, a panel for each operation.
 *
 * @param {any} result as written to `results/http.json`
 * @returns {string} an SVG document on a background of its own
 */
export function throughputPlot(result) {
  const window = new Window();
  try {
    const { document } = window;
    const data = points(result);
    const servers = lines(result, data);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests a second against the number of pets">`,
      `<rect width="100%" height="100%" fill="${paper}"/>`,
      placed(panels(document, result, data, servers), 5, 25),
      placed(legend(document, servers), width - legendWidth, 60),
      '</svg>\n',
    ].join('\n');
  } finally {
    window.close();
  }
}
