// Stands in for lodash.
exports.isFunction = (value) => typeof value === 'function';
