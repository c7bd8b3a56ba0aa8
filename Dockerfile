# syntax=docker/dockerfile:1
# The dashboard in a container: docker compose up --build, then http://127.0.0.1:3000
# It installs the same tarball that npm would, so that there is one way in which the server is put together.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci
RUN npm run package

FROM node:24-bookworm-slim
ENV NODE_ENV=production
ENV WINNOW_DATA_DIR=/home/node/data
# Nothing runs as root, and the server has no rights to what it is made of but to read it.
USER node
WORKDIR /home/node
RUN mkdir -m 700 data
COPY --from=build --chown=node:node /src/out/*.tgz ./winnow.tgz
RUN npm install --no-save --no-audit --no-fund ./winnow.tgz && rm winnow.tgz && npm cache clean --force
VOLUME ["/home/node/data"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "node_modules/winnow-inspector/bin/winnow.mjs", "open", "--no-browser", "--port", "3000"]
