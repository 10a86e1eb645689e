/** What can be pressed, chosen and typed into. */
export const controls = `
.button, .chip {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  min-height: 28px;
  padding: 0 10px;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  background: var(--surface);
  white-space: nowrap;

  &:hover { background: var(--sunken); }

  &.primary {
    border-color: transparent;
    background: var(--accent);
    color: #fff;
  }
}

.chip {
  min-height: 26px;
  border-color: var(--line);
  border-radius: 13px;
  color: var(--soft);

  &[aria-pressed='true'] {
    border-color: var(--accent-text);
    background: var(--accent-soft);
    color: var(--accent-text);
  }
}

.chips {
  display: flex;
  gap: 6px;
  min-width: 0;
  padding: 2px;
  overflow-x: auto;
  scrollbar-width: none;
}

.icon-button {
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  border-radius: 6px;
  color: var(--soft);

  &:hover {
    background: var(--sunken);
    color: var(--text);
  }

  &:is(:disabled, [aria-disabled='true']) {
    opacity: 0.4;
    cursor: default;
  }
}

[inert] { opacity: 0.5; }

.field {
  display: grid;
  gap: 3px;
  min-width: 0;
}

.input {
  width: 100%;
  min-width: 0;
  height: 28px;
  padding: 0 8px;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  background: var(--surface);

  &::placeholder {
    color: var(--soft);
    opacity: 1;
  }

  &:is(textarea) {
    height: auto;
    min-height: 28px;
    padding: 5px 8px;
    resize: vertical;
  }

  &[aria-invalid] { border-color: var(--bad); }
}

.field-error {
  color: var(--bad);
  overflow-wrap: anywhere;
}

.search {
  position: relative;
  flex: 1 1 160px;
  min-width: 120px;

  .icon {
    position: absolute;
    left: 8px;
    top: 6px;
    color: var(--soft);
    pointer-events: none;
  }

  .input { padding-left: 30px; }
}

[role='switch'] {
  flex: none;
  width: 30px;
  height: 18px;
  margin: 0;
  border: 1px solid var(--line-strong);
  border-radius: 9px;
  appearance: none;
  cursor: pointer;

  &::before {
    display: block;
    width: 12px;
    height: 12px;
    margin: 2px;
    border-radius: 50%;
    background: var(--line-strong);
    content: '';
    transition: translate 120ms;
  }

  &:checked {
    border-color: var(--accent);
    background: var(--accent);
  }

  &:checked::before {
    background: #fff;
    translate: 12px;
  }
}

.popover, .dialog {
  max-width: calc(100vw - 16px);
  margin: 0;
  padding: 8px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  color: inherit;
  box-shadow: 0 8px 28px light-dark(rgb(20 30 50 / 18%), rgb(0 0 0 / 55%));
}

.popover {
  position: fixed;
  width: 320px;
}

.dialog {
  width: 420px;
  margin: auto;
  padding: 16px;

  &.wide { width: 620px; }
  &::backdrop { background: rgb(0 0 0 / 30%); }
  > .button { justify-self: start; }

  &[open] {
    display: grid;
    gap: 12px;
  }
}

.items {
  display: grid;
  gap: 2px;

  > p { padding: 6px 8px 2px; }
}

.item {
  display: grid;
  gap: 1px;
  width: 100%;
  padding: 6px 8px;
  border-radius: 6px;

  &:is(:hover, :focus) { background: var(--sunken); }
}

.seed {
  display: grid;
  grid-template-columns: 1fr 1fr auto;
  align-items: end;
  gap: 8px;
  padding: 6px 8px;
}

.keys > div {
  display: flex;
  gap: 12px;
  padding: 3px 0;

  dt { min-width: 56px; }
}

kbd {
  padding: 1px 6px;
  border: 1px solid var(--line);
  border-radius: 4px;
  font: 12px var(--mono);
}

@media (forced-colors: active) {
  [role='switch']::before { background: ButtonText; }
  [role='switch']:checked::before { background: Highlight; }

  [aria-pressed='true'], [aria-selected='true'], [aria-current] {
    border-color: Highlight;
    outline: 1px solid Highlight;
  }
}
`;
