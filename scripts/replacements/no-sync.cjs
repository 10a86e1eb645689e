// Stands in for @mswjs/data's extensions/sync, which factory() calls for each database.
exports.sync = () => {};
