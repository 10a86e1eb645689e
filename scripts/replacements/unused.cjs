// Stands in for modules that nothing calls (rolldown.config.js).
module.exports = {};
