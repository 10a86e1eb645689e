// #region stories
import { expect } from 'storybook/test';
import preview, { catalog } from '../.storybook/preview';
import { PetList } from './pet-list';

const meta = preview.meta({ component: PetList });

export const TwoPets = meta.story({
  parameters: { petCatalog: { fixtures: [{ name: 'Rex', tag: 'dog' }, { name: 'Misty' }] } },
});

export const Unavailable = meta.story({
  parameters: {
    petCatalog: { faults: [{ operation: 'listPets', status: 503, error: 'Out walking' }] },
  },
});

export const AddsAPet = meta.story({
  parameters: { petCatalog: { pets: 2 } },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Name'), 'Bella');
    await userEvent.click(canvas.getByRole('button'));
    await expect(await canvas.findByText('Bella')).toBeVisible();
    await expect(catalog.requests.bodies({ operation: 'createPet' })).toEqual([{ name: 'Bella' }]);
  },
});
// #endregion

export const NoBasketLeft = meta.story({
  parameters: {
    petCatalog: {
      pets: 2,
      faults: [{ operation: 'createPet', status: 507, error: 'No baskets left' }],
    },
  },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Name'), 'Bella');
    await userEvent.click(canvas.getByRole('button'));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('No baskets left');
  },
});

export const NoPets = meta.story({
  parameters: { petCatalog: { scenario: 'empty' } },
});
