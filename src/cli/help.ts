/** What the help says below the options. */
export const notes = `Where a setting comes from: a flag, else its environment variable, else the config file, else the
default. An empty variable counts as none. The config file has the options by their names in camel
case, "baseUrl" for --base-path, "apiKeys" for --api-key, "cors" and "tls": {"cert", "key"}; files
that it names are found from its own folder:

  {"port": 4020, "pets": 100, "delay": "100-300", "fixtures": "pets.json", "cors": false}

Once the server answers, one line "ready on http://127.0.0.1:4020/v2" is printed on standard output.
Ctrl-C, SIGTERM and SIGHUP end it: requests in flight are answered, for 5 seconds at most. A second
one ends it at once.

Examples:
  pet-catalog-mock                             25 pets at http://127.0.0.1:4020/v2
  pet-catalog-mock --port 0 --port-file port   a free port, for a script to read
  pet-catalog-mock --fixtures pets.json        exactly these pets
  pet-catalog-mock --pets 10000 --delay 50-200 many pets, from a slow server
  pet-catalog-mock --scenario flaky            one call in five fails; also: empty, shelter, slow, down, full
  pet-catalog-mock --isolate                   a catalog for each API key: tests in parallel
  pet-catalog-mock --isolate X-Test-Id         the same for an app that has one fixed key
  PET_CATALOG_ADMIN_TOKEN=... pet-catalog-mock --host 0.0.0.0
                                               for others too; a variable keeps the token out of
                                               the list of processes
  pet-catalog-mock fixtures --pets 9 > pets.json
                                               the generated pets as a file, to edit
  pet-catalog-mock --fixtures pets.json --watch
                                               reads the file again whenever it changes
  pet-catalog-mock wait && npm run e2e         wait until it answers
  curl -H "X-API-Key: test" http://127.0.0.1:4020/v2/pets

Exit status: 0 after Ctrl-C, SIGTERM or SIGHUP; 1 when it could not start; 2 for wrong usage (a flag,
a variable, a config key); 130, 143 or 129 after a second signal.`;

export const fixturesNotes = `A JSON array with one {"name", "tag", "id"} a line. A server with the same options begins with the same
pets; one with --fixtures and this file begins with what you make of it:

  pet-catalog-mock fixtures --pets 200 --seed 7 > pets.json
  pet-catalog-mock --fixtures pets.json --watch

Exit status: 0 when all is written; 1 when it cannot be; 2 for wrong usage.`;

export const waitNotes = `The mock answers when GET /__admin/health gives a 2xx or, with --no-admin, when GET / gives the mock's
own index. What else answers there does not count; its status is in the message when time is up. A
certificate is not checked, and no key or token is sent.

Exit status: 0 as soon as the mock answers; 1 when time is up; 2 for wrong usage.`;
