interface Pet {
  id: string;
  name: string;
}

/** Shows the pets at the time of the visit. */
export default async function Page() {
  // #region fetch
  const response = await fetch(`${process.env['PET_SERVICE_URL']}/pets`, {
    headers: { 'X-API-Key': 'next' },
    cache: 'no-store',
  });
  // #endregion
  const answer = (await response.json()) as Pet[] | { error: string };
  if ('error' in answer) return <p role="alert">{answer.error}</p>;
  return (
    <ul>
      {answer.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
