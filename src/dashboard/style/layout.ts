/** The rooms of the page: by its own width, which may be that of a panel. */
export const layout = `
.top {
  display: flex;
  align-items: center;
  gap: 8px 12px;
  padding: 8px 12px;
  border-bottom: 1px solid var(--line);
}

.top h1 {
  font-size: 14px;
  white-space: nowrap;
}

.base-url {
  gap: 6px;

  code {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
}

.dot {
  flex: none;
  /* A border is there with forced colours, too. */
  border: 4px solid var(--line-strong);
  border-radius: 50%;

  &.live { border-color: var(--good); }
}

.tabs {
  display: flex;

  .tab {
    padding: 4px 10px;
    border-radius: 6px;
    color: var(--soft);
  }

  [aria-current] {
    background: var(--accent-soft);
    color: var(--accent-text);
  }
}

.in-force {
  display: flex;
  align-items: start;
  gap: 12px;
  max-height: 30%;
  padding: 6px 12px;
  overflow-y: auto;
  background: var(--warn-soft);

  ul {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 0 20px;
    min-width: 0;
  }

  li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  strong { font-weight: 600; }

  .off label {
    color: var(--soft);
    text-decoration: line-through;
  }
}

.views {
  position: relative;
  display: grid;
  flex: 1;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  min-height: 0;

  > section {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  &.requests > .pets, &.pets > :not(.pets) { display: none; }

  > .pane {
    display: block;
    position: absolute;
    inset: 0;
    background: var(--surface);
  }

  &.has-pane > .requests { visibility: hidden; }
}

.filters {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 12px;
}

.scroller {
  flex: 1;
  min-height: 0;
  overflow: auto;
}

.composer {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 16px;
  padding: 6px 12px;
  border-top: 1px solid var(--line);
}

.composer .chips { flex-wrap: wrap; }

.sentence {
  display: none;
  align-items: center;
  gap: 6px;

  input { width: 64px; }
}

footer {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 16px;
  min-height: 32px;
  padding: 0 12px;
  background: var(--sunken);

  nav { gap: 14px; }
  .notice { min-height: 32px; }
}

.gate {
  display: grid;
  gap: 12px;
  width: min(360px, calc(100% - 32px));
  margin: 15vh auto auto;

  form {
    display: grid;
    gap: 12px;
  }

  .button { justify-self: start; }
}

@container (max-width: 859px) {
  .top { flex-wrap: wrap; }
  .top h1 { flex: 1; }

  .base-url {
    order: 1;
    width: 100%;
  }

  .top .button { padding: 0 8px; }
}

@container (max-width: 719px) {
  .views > .requests > .filters { flex-wrap: wrap; }

  .filters > .chips {
    order: 1;
    flex-basis: 100%;
  }

  footer:has(.notice) nav { display: none; }
}

@container (min-width: 720px) {
  .sentence { display: flex; }
}

@container (min-width: 900px) {
  .views {
    &.has-pane.requests { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }

    > .pane {
      position: static;
      border-left: 1px solid var(--line);
    }

    &.has-pane > .requests { visibility: visible; }
  }
}

@container (min-width: 1200px) {
  .tabs { display: none; }

  .views:is(.requests, .pets) {
    grid-template-columns: minmax(0, 1fr) 380px;

    > .requests, > .pane { display: flex; }
    > .pane { display: block; }

    > .pets {
      display: flex;
      border-left: 1px solid var(--line);
    }

    &.has-pane { grid-template-columns: minmax(0, 1fr) minmax(0, 540px); }
    &.has-pane > .pets { display: none; }
  }
}

@container (min-width: 1700px) {
  .views:is(.requests, .pets).has-pane {
    grid-template-columns: minmax(0, 1fr) minmax(0, 620px) 380px;

    > .pets { display: flex; }
  }
}
`;
