import { pets } from '../support/pets';

beforeEach(() => {
  pets('pets:reset');
});

it('says that a pet cannot be added now', () => {
  pets('pets:fault', { operation: 'createPet', status: 503, error: 'Out walking', times: 1 });
  cy.visit('/');
  cy.get('[name=name]').type('Rex');
  cy.contains('button', 'Add pet').click();
  cy.contains('Out walking');
  pets('pets:sent', { operation: 'createPet' }).should('deep.equal', [{ name: 'Rex' }]);
});
