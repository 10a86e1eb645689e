import type { ContractCase } from '../../src/verify/cases/case.ts';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { preferCases } from './prefer-cases.ts';

/**
 * Every sentence of the contract, as one table for every host: those that `verify` asks of any service,
 * too, and those of what the mock alone has. Nothing in it needs Node: a page can import it.
 */
export const contractCases: readonly ContractCase[] = [...serviceCases, ...preferCases];
