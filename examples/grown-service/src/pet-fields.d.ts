import 'pet-catalog-mock';

declare module 'pet-catalog-mock' {
  interface PetFields {
    breed?: string;
  }
}
