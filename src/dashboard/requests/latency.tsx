import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { count, duration } from '../parts/words.ts';
import { barCount, positionOf, summarize, type Summary } from './summarize.ts';

interface LatencyProps {
  /** Those that the list shows. */
  entries: readonly JournalEntry[];
  /** Differs for another list, which is summarized at once. */
  list: string;
  /** Which requests they are, in words. */
  what: string;
}

/** Milliseconds between two summaries of a list that grows: numbers are to be read. */
const pace = 1000;

/** Counts for each operation, with how long the responses took. */
export function Latency({ entries, list, what }: LatencyProps) {
  const steady = useSteady(entries, list);
  const summaries = useMemo(() => summarize(steady), [steady]);
  return (
    <details class="latency">
      <summary class="soft">
        Latency
        {summaries.map(({ operation, count: requests }) => (
          <>
            {' '}
            <span class="pill">
              {operation} {count(requests)}
            </span>
          </>
        ))}
      </summary>
      {summaries.length > 0 && (
        <table>
          <caption class="soft">{what}, from 0.01 ms to 10 s on a logarithmic scale</caption>
          <thead class="soft">
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Requests</th>
              <th scope="col">Latency</th>
              <th scope="col">Median</th>
              <th scope="col">95th</th>
            </tr>
          </thead>
          <tbody>
            {summaries.map((summary) => (
              <Row key={summary.operation} summary={summary} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function Row({ summary }: { summary: Summary }) {
  const { operation, count: requests, answered, median, percentile95 } = summary;
  return (
    <tr>
      <th scope="row">{operation}</th>
      <td>{count(requests)}</td>
      <td>
        <Plot summary={summary} />
      </td>
      <td>{answered > 0 && duration(median)}</td>
      <td>{answered > 0 && duration(percentile95)}</td>
    </tr>
  );
}

const height = 20;

/** A bar for each range of durations, and lines for the median and the 95th percentile. */
function Plot({
  summary: { operation, answered, median, percentile95, bars },
}: {
  summary: Summary;
}) {
  const most = Math.max(...bars);
  const text =
    answered === 0
      ? `${operation}: none answered`
      : `${operation}: half within ${duration(median)}, 95 % within ${duration(percentile95)}`;
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${barCount} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <path class="base" d={`M0 ${height - 0.5}h${barCount}`} />
      <path
        class="bars"
        d={bars
          .map((bar, index) => {
            // The least of them can be seen as well.
            const top = bar === 0 ? 0 : Math.max(1.5, (bar / most) * (height - 2));
            return top === 0 ? '' : `M${index + 0.1} ${height - 1}h.8v${-top}h-.8z`;
          })
          .join('')}
      />
      {answered > 0 && (
        <>
          <path class="median" d={`M${positionOf(median) * barCount} 0v${height}`} />
          <path class="percentile" d={`M${positionOf(percentile95) * barCount} 0v${height}`} />
        </>
      )}
    </svg>
  );
}

/** A value that is renewed at most once a second, or at once with another `id`. */
function useSteady<T>(value: T, id: string): T {
  const [, redraw] = useState({});
  const shown = useRef({ id: '', value, at: 0 });
  const rest = shown.current.at + pace - performance.now();
  if (shown.current.id !== id || rest <= 0) shown.current = { id, value, at: performance.now() };
  const isOld = shown.current.value !== value;
  useEffect(() => {
    if (!isOld) return;
    const timer = setTimeout(() => redraw({}), rest);
    return () => clearTimeout(timer);
  });
  return shown.current.value;
}
