import type { PetTasks } from '../pet-tasks';

/** `cy.task`, with the types of the tasks. */
export function pets<Name extends keyof PetTasks>(name: Name, ...args: Parameters<PetTasks[Name]>) {
  return cy.task<Awaited<ReturnType<PetTasks[Name]>>>(name, args[0]);
}
