// Stands in for modules that nothing calls (scripts/rolldown.config.js).
module.exports = {};
