import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  title: string;
  class: string;
  /** Beside the title: a count, a button. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of the page with its heading. */
export function Panel({ title, class: name, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section id={name} class={`panel ${name}`} aria-labelledby={id} tabindex={-1}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** What stands where there is nothing to show: why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="empty-text">{children}</div>}
    </div>
  );
}

/** Grey bars where rows will be. */
export function Loading({ what, rows = 8 }: { what: string; rows?: number }) {
  return (
    <div class="loading">
      <p class="visually-hidden" role="status">
        Loading {what}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="loading-row" aria-hidden="true" />
      ))}
    </div>
  );
}
