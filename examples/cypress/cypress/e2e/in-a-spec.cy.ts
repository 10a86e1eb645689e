import { control } from '../support/control';

beforeEach(() => control.reset());

it('says that a pet cannot be added now', () => {
  cy.visit('/').then(() => control.faults.add({ operation: 'createPet', status: 503, times: 1 }));
  cy.get('[name=name]').type('Rex');
  cy.contains('button', 'Add pet')
    .click()
    .then(() => control.requests.waitFor({ operation: 'createPet', status: 503 }))
    .its(0)
    .should('have.property', 'requestBody', '{"name":"Rex"}');
});
