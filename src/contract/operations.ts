/** The three operations of the service (service document, section 4), by their operationId. */
export const operations = {
  createPet: { method: 'POST', path: '/pets' },
  getPet: { method: 'GET', path: '/pets/{petId}' },
  listPets: { method: 'GET', path: '/pets' },
} as const;

export type OperationName = keyof typeof operations;
export type ResourcePath = (typeof operations)[OperationName]['path'];

export const operationNames = Object.keys(operations) as OperationName[];

/** The operations of each path. `HEAD` goes wherever `GET` does (RFC 9110, section 9.3.2). */
export const methodsOf: Record<ResourcePath, Readonly<Record<string, OperationName>>> = {
  '/pets': methodsAt('/pets'),
  '/pets/{petId}': methodsAt('/pets/{petId}'),
};

/** The `Allow` header of each path (RFC 9110, section 10.2.1). */
export const allowOf: Record<ResourcePath, string> = {
  '/pets': allowAt('/pets'),
  '/pets/{petId}': allowAt('/pets/{petId}'),
};

function methodsAt(path: ResourcePath): Record<string, OperationName> {
  // No prototype: a method called "constructor" is no method of ours.
  const methods: Record<string, OperationName> = Object.create(null);
  for (const name of operationNames) {
    const operation = operations[name];
    if (operation.path !== path) continue;
    methods[operation.method] = name;
    if (operation.method === 'GET') methods['HEAD'] = name;
  }
  return methods;
}

function allowAt(path: ResourcePath): string {
  return [...Object.keys(methodsAt(path)), 'OPTIONS'].toSorted().join(', ');
}
