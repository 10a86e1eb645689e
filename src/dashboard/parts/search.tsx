import { useEffect, useRef, useState } from 'preact/hooks';
import { SearchIcon } from './icons.tsx';

interface SearchProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Milliseconds after the last key before the search runs. */
const pause = 120;

/** A search that runs while one types. */
export function Search({ label, placeholder, value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(value);
  /** What was searched for from here; another value comes from elsewhere, and is shown. */
  const asked = useRef(value);
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      asked.current = typed;
      onSearch(typed);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="search">
      <SearchIcon />
      <input
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
