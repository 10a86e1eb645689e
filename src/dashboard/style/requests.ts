/** The stream, the pane of one request, and the pets. */
export const requests = `
.stream {
  position: relative;
  display: flex;
  flex: 1;
  min-height: 0;
  border-top: 1px solid var(--line);
}

.newer {
  position: absolute;
  z-index: 1;
  top: 6px;
  left: 50%;
  translate: -50%;
  min-height: 26px;
  border-color: var(--accent-text);
  border-radius: 13px;
  color: var(--accent-text);
}

.stream .scroller { overflow-anchor: none; }
.rows { position: relative; }

.request {
  position: absolute;
  inset: 0 0 auto;
  display: flex;
  align-items: center;
  gap: 0 10px;
  height: 32px;
  padding: 0 12px;
  cursor: pointer;
  user-select: none;

  &:hover { background: var(--sunken); }
  &[aria-selected='true'] { background: var(--accent-soft); }
  &:focus-visible { outline-offset: -2px; }
  > * { flex: none; }
  .status { width: 40px; }

  .method {
    width: 52px;
    font: 12px var(--mono);
  }

  .path {
    flex: 1;
    min-width: 0;
    font: 12px var(--mono);
  }

  .key { width: 92px; }

  .why {
    display: flex;
    align-items: center;
    flex: 0 1 auto;
    gap: 4px;
    min-width: 20px;
    max-width: 45%;
  }

  .path, .why, .key {
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
    white-space: nowrap;
  }

  .took {
    width: 60px;
    text-align: end;
  }

  .age {
    width: 48px;
    text-align: end;
  }
}

.rows.two .request {
  flex-wrap: wrap;
  align-content: center;
  height: 52px;

  .path { flex-basis: calc(100% - 112px); }

  .key, .why {
    max-width: calc(100% - 130px);
    width: auto;
  }

  .took { margin-left: auto; }
}

.end { padding: 4px 12px; }
.keys-shown { padding: 8px 12px 0; }

.try {
  display: grid;
  gap: 8px;
  min-width: 0;
  max-width: 100%;

  dd {
    display: flex;
    align-items: start;
    gap: 4px;
  }

  code {
    padding: 5px 8px;
    border-radius: 6px;
    background: var(--sunken);
    overflow-wrap: anywhere;
  }
}

.pane {
  padding: 8px 16px 24px;
  overflow: auto;

  > * + * { margin-top: 10px; }
  h2 { font-weight: 600; }

  .facts {
    flex-wrap: wrap;
    overflow-wrap: anywhere;
    gap: 2px 14px;
  }

  .why {
    padding-left: 10px;
    border-left: 3px solid var(--line-strong);
    overflow-wrap: anywhere;
  }

  .url { overflow-wrap: anywhere; }
}

.actions, .copies {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
}

.joined {
  display: flex;

  .button { border-radius: 6px 0 0 6px; }

  .input {
    width: 46px;
    margin-left: -1px;
    border-radius: 0 6px 6px 0;
  }
}

.editor, .fault-form, .pet-form {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: 10px;

  > :is(h2, .row, [role='alert']) { grid-column: 1 / -1; }
  > :empty { display: none; }
}

.side {
  display: grid;
  gap: 6px;

  pre {
    max-height: 60vh;
    padding: 8px 10px;
    overflow: auto;
    border-radius: 6px;
    background: var(--sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
}

.headers > div {
  display: grid;
  grid-template-columns: minmax(0, 180px) minmax(0, 1fr);
  gap: 8px;
  padding: 2px 0;
  overflow-wrap: anywhere;

  dt { font-weight: 400; }
}

.json-name { color: var(--accent-text); }
.json-string { color: var(--good); }
.json-number, .json-literal { color: var(--warn); }

.pet {
  display: grid;
  grid-template-columns: repeat(var(--fields), minmax(0, 1fr));
  gap: 8px;
  width: 100%;
  min-height: 32px;
  align-items: center;
  padding: 0 12px;

  &:hover { background: var(--sunken); }
  &:focus-visible { outline-offset: -2px; }

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
    white-space: nowrap;
  }
}

.pet-form {
  padding: 10px 12px;
  background: var(--sunken);
}

.pets .scroller { border-top: 1px solid var(--line); }
.pager { padding: 2px 12px; }
`;
