import type { ComponentChildren } from 'preact';
import { useKeptFocus } from './kept-focus.ts';

interface PanelProps {
  id: string;
  title: string;
  count?: ComponentChildren;
  /** Classes of the count. */
  tone?: string;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of the page with its heading. It gets the focus when what has it in there goes. */
export function Panel(props: PanelProps) {
  const { id, title, count, tone = '', actions, children } = props;
  const focusing = useKeptFocus<HTMLElement>();
  return (
    <section {...focusing} id={id} class={`card panel ${id}`} aria-label={title} tabindex={-1}>
      <header class="row panel-head">
        <h2>{title}</h2>
        {count !== undefined && <span class={`pill count ${tone}`}>{count}</span>}
        {actions && <div class="row push">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Shown where there is nothing to list: why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="stack empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

interface ListingProps {
  noun: 'pet' | 'request';
  /** How many there are to list; `undefined` until they are read. */
  total: number | undefined;
  /** Shown when they cannot be read. */
  failure: ComponentChildren;
  filtered: boolean;
  onShowAll: () => void;
  /** Shown when there are none at all. */
  empty: ComponentChildren;
  children: ComponentChildren;
}

/** A list, or what stands in its place. */
export function Listing(props: ListingProps) {
  const { noun, total, failure, filtered, onShowAll, empty, children } = props;
  if (total === undefined) {
    return (
      failure || (
        <div role="status">
          <Empty title={`Loading the ${noun}s`} />
        </div>
      )
    );
  }
  if (total > 0) return children;
  if (!filtered) return empty;
  return (
    <Empty title={`No ${noun} matches`}>
      <button type="button" class="button" onClick={onShowAll}>
        Show all {noun}s
      </button>
    </Empty>
  );
}
