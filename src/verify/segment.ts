/** An id as a segment of a path; half of a surrogate pair has no form there. */
export function toSegment(id: string): string {
  return encodeURIComponent(id.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
