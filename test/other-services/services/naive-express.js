// The same three operations, as written in ten minutes.
import express from 'express';

const pets = [
  { id: 1, name: 'Alba', tag: 'cat' },
  { id: 2, name: 'Bruno' },
  { id: 3, name: 'Cleo', tag: 'dog' },
  { id: 4, name: 'Dora' },
];
const app = express();
app.use(express.json());
app.use('/v2', (req, res, next) => {
  if (req.get('X-API-Key')) next();
  else res.status(401).json({ message: 'Unauthorized' });
});
app.get('/v2/pets', (req, res) => {
  const limit = parseInt(req.query.limit) || pets.length;
  res.json(pets.slice(0, limit));
});
app.get('/v2/pets/:petId', (req, res) => {
  const pet = pets.find((one) => one.id === Number(req.params.petId));
  if (pet) res.json(pet);
  else res.status(404).json({ message: 'Not found' });
});
app.post('/v2/pets', (req, res) => {
  if (!req.body.name) return res.status(400).json({ message: 'name is required' });
  const pet = { id: pets.length + 1, ...req.body };
  pets.push(pet);
  res.status(201).json(pet);
});
app.listen(Number(process.argv[2]), '127.0.0.1');
