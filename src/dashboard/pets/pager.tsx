import { useEffect, useState } from 'preact/hooks';
import { FirstIcon, LastIcon, ChevronIcon, PreviousIcon } from '../parts/icons.tsx';
import { Form } from '../parts/form.tsx';
import { count } from '../parts/words.ts';
import { usePage } from '../state/context.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  total: number;
  size: number;
}

export function Pager({ page, pages, total, size }: PagerProps) {
  const { changeView } = usePage();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);

  const go = (to: number) => {
    const next = Math.min(pages, Math.max(1, to));
    if (next !== page) changeView({ page: next });
  };
  const apply = () => {
    const to = Number(typed);
    if (Number.isSafeInteger(to) && to > 0) go(to);
    setTyped(String(page));
  };
  // A disabled button would lose the focus on the first and the last page.
  const step = (name: string, to: number, Drawn: typeof FirstIcon) => (
    <button
      type="button"
      class="icon-button"
      aria-label={name}
      title={name}
      aria-disabled={to < 1 || to > pages || to === page ? 'true' : undefined}
      onClick={() => go(to)}
    >
      <Drawn />
    </button>
  );

  return (
    <nav class="row soft pager" aria-label="Pages of pets">
      <p>
        {count((page - 1) * size + 1)}–{count(Math.min(total, page * size))} of {count(total)}
      </p>
      {pages > 1 && (
        <Form class="row" onSubmit={apply}>
          {step('First page', 1, FirstIcon)}
          {step('Previous page', page - 1, PreviousIcon)}
          <input
            class="input"
            aria-label="Page"
            inputmode="numeric"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onBlur={apply}
          />
          <span>of {count(pages)}</span>
          {step('Next page', page + 1, ChevronIcon)}
          {step('Last page', pages, LastIcon)}
        </Form>
      )}
    </nav>
  );
}
