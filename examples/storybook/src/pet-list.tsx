import { useEffect, useState, type FormEvent } from 'react';

interface Pet {
  id: string;
  name: string;
}

const headers = { 'X-API-Key': 'storybook', 'Content-Type': 'application/json' };

async function send(method: string, body?: { name: string }): Promise<unknown> {
  const response = await fetch('/v2/pets', { method, headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The pets of the catalog, and a form that adds one. */
export function PetList() {
  const [pets, setPets] = useState<Pet[]>();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    send('GET').then(
      (listed) => setPets(listed as Pet[]),
      (error: Error) => setProblem(error.message),
    );
  }, []);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    try {
      const pet = (await send('POST', { name })) as Pet;
      setPets((before = []) => [...before, pet]);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      {pets?.length === 0 && <p>No pets yet</p>}
      <ul>
        {pets?.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)}>
        <label>
          Name <input name="name" />
        </label>
        <button>Add pet</button>
      </form>
    </>
  );
}
