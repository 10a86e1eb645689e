import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SearchIcon } from './icons.tsx';

interface SearchBoxProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  /** What is searched for. */
  value: string;
  /** Gets the text once no key has been pressed for `pause` milliseconds. */
  onSearch: (text: string) => void;
  pause: number;
  input: RefObject<HTMLInputElement | null>;
}

/** A field that searches while one types. */
export function SearchBox({ label, placeholder, value, onSearch, pause, input }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);

  useEffect(() => {
    if (document.activeElement !== input.current || value === '') setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSearch(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div class="grow search-box">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        class="input"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        // The address has it, and a server takes no address without end.
        maxLength={1000}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}
