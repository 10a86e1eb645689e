export default () => globalThis.petCatalog.close();
