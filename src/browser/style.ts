/** The look of the panel. A page can style the element itself, `pet-catalog-controls`. */
export const style = `
:host {
  all: initial;
  display: block;
  max-width: 560px;
  color-scheme: light dark;
  color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --surface: light-dark(#ffffff, #161b23);
  --line: light-dark(#e2e6ed, #29323e);
  --line-strong: light-dark(#8791a1, #76849a);
  --text: light-dark(#1b2230, #e6eaf1);
  --text-soft: light-dark(#545f70, #a2adbd);
  --accent: light-dark(#2f5bd0, #9cb8ff);
  --on-accent: light-dark(#ffffff, #161b23);
}

:host([hidden]) {
  display: none;
}

*,
::before {
  box-sizing: border-box;
  margin: 0;
}

section {
  display: grid;
  gap: 16px;
  padding: 16px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
}

header,
footer,
li {
  display: flex;
  align-items: center;
  gap: 4px 12px;
}

header,
footer {
  flex-wrap: wrap;
}

header {
  align-items: baseline;
  justify-content: space-between;
}

h2 {
  font-size: 15px;
  font-weight: 600;
}

h3,
label {
  font-size: inherit;
  font-weight: 600;
}

li label {
  font-weight: inherit;
}

.soft {
  color: var(--text-soft);
  font-size: 13px;
}

.scenario {
  display: grid;
  gap: 4px;
}

select,
button {
  min-height: 36px;
  padding: 0 12px;
  border: 1px solid var(--line-strong);
  border-radius: 7px;
  background: var(--surface);
  color: inherit;
  font: inherit;
  cursor: pointer;
}

ul {
  margin-top: 4px;
  padding: 0;
  list-style: none;
}

li {
  position: relative;
  min-height: 44px;
  padding: 6px 0;
}

li + li {
  border-top: 1px solid var(--line);
}

.words {
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 8px;
  min-width: 0;
  overflow-wrap: anywhere;
}

/* The whole row is its label. */
li label::before {
  position: absolute;
  inset: 0;
  content: '';
  cursor: pointer;
}

[role='status'] {
  flex: 1;
  min-width: 8em;
}

.hits {
  flex: none;
  font-variant-numeric: tabular-nums;
}

.remove {
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  min-height: 32px;
  padding: 0;
  border-color: transparent;
  color: var(--text-soft);
}

input {
  position: relative;
  flex: none;
  width: 40px;
  height: 24px;
  border: 1px solid var(--line-strong);
  border-radius: 12px;
  appearance: none;
  cursor: pointer;
}

input::before {
  position: absolute;
  top: 3px;
  left: 3px;
  width: 16px;
  height: 16px;
  border-radius: 50%;
  background: var(--line-strong);
  content: '';
  transition: translate 120ms;
}

input:checked {
  border-color: var(--accent);
  background: var(--accent);
}

input:checked::before {
  background: var(--on-accent);
  translate: 16px;
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

@media (hover: hover) {
  button:hover {
    border-color: var(--text);
  }
}

@media (prefers-reduced-motion: reduce) {
  input::before {
    transition: none;
  }
}

@media (forced-colors: active) {
  input {
    appearance: auto;
  }

  input::before {
    content: none;
  }
}
`;
