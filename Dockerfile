# The mock as a server in a container. Every option is an environment variable: docs/run-the-server.md
FROM node:24-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm pack --pack-destination /build

FROM node:24-slim
WORKDIR /app
# A project that has the package installed, as that of a user.
COPY --from=build /build/pet-catalog-mock-*.tgz ./
RUN npm init --yes && npm install --ignore-scripts --cache .npm ./pet-catalog-mock-*.tgz msw@2 && rm -r .npm ./*.tgz

# A container is reached from outside. The control plane is then off, or behind a token: set
# PET_CATALOG_ADMIN=true and PET_CATALOG_ADMIN_TOKEN for it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4020 PET_CATALOG_ADMIN=false PET_CATALOG_LOG=json
EXPOSE 4020
# The user "node" of the image, by its number, so that a cluster can see that it is not root.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD node_modules/.bin/pet-catalog-mock wait --timeout 4s --url "http${PET_CATALOG_TLS_CERT:+s}://127.0.0.1:$PORT"
ENTRYPOINT ["node", "node_modules/pet-catalog-mock/dist/cli.js"]
