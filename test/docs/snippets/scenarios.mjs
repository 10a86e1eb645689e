export default {
  monday: {
    description: 'Two pets, and the first list fails.',
    fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Misty' }],
    faults: [{ operation: 'listPets', status: 503, times: 1 }],
  },
  rush: {
    description: 'Many pets on a slow evening.',
    pets: 5000,
    delay: { p50: 400, p99: 2500 },
  },
};
