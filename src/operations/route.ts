import type { BaseUrl } from '../contract/base-url.ts';
import type { ResourcePath } from '../contract/operations.ts';

export interface Route {
  readonly resource: ResourcePath;
  /** The id in the path, as it was sent: not decoded. `''` at `/pets`. */
  readonly rawId: string;
}

const petsRoute: Route = { resource: '/pets', rawId: '' };
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/** Matches a path, case-sensitive, with one trailing slash tolerated. */
export type MatchRoute = (path: string) => Route | undefined;

export function createRouteMatcher({ path: base }: Pick<BaseUrl, 'path'>): MatchRoute {
  const pets = `${base}/pets`;
  const pet = `${pets}/`;
  return (path) => {
    if (path === pets) return petsRoute;
    if (!path.startsWith(pet)) return undefined;
    const end = path.endsWith('/') ? path.length - 1 : path.length;
    const rawId = path.slice(pet.length, end);
    if (rawId === '') return path.length === pet.length ? petsRoute : undefined;
    // A URL never holds such a segment: what is read as one would be another path.
    if (rawId.includes('/') || dotSegment.test(rawId)) return undefined;
    return { resource: '/pets/{petId}', rawId };
  };
}

/** Percent-decodes an id (RFC 3986, section 2.1); `undefined` when an escape is malformed. */
export function decodeId(rawId: string): string | undefined {
  if (!rawId.includes('%')) return rawId;
  try {
    return decodeURIComponent(rawId);
  } catch {
    return undefined;
  }
}
