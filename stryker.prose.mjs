const fields = new Set(['summary', 'description', 'examples']);

/** Leaves out what operations say of themselves: prose of the OpenAPI document, which no test repeats. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'prose',
    value: {
      shouldIgnore: (path) =>
        path.isObjectProperty() && fields.has(path.node.key.name) ? 'It is prose.' : undefined,
    },
  },
];
