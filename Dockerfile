# syntax=docker/dockerfile:1
# Servers and workers in containers: compose.yaml. One container for one person: examples/compose/small.yaml
# The image installs the same tarball as npm, so the server is built in only one way.

# Pinned by digest, so nobody can replace the image; .github/dependabot.yml proposes newer ones.
FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7 AS build
WORKDIR /src
COPY . .
RUN npm run package

FROM node:24-bookworm-slim@sha256:235600a8101ab264e117b1768e925532262668dc9b581ef1dd7d96ced463b8e7
ENV NODE_ENV=production
ENV WINNOW_DATA_DIR=/home/node/data
# Nothing runs as root.
USER node
WORKDIR /home/node
RUN mkdir -m 700 data
COPY --from=build --chown=node:node /src/out/*.tgz ./winnow.tgz
# Dependencies outside the package are installed with the versions and hashes of the lock file.
COPY --chown=node:node package-lock.json ./
# Includes the S3 SDK, which the package leaves out (docs/objects.md).
RUN npm install --no-save --no-audit --no-fund ./winnow.tgz @aws-sdk/client-s3@3.1173.0 @aws-sdk/lib-storage@3.1173.0 \
  && rm winnow.tgz package-lock.json && npm cache clean --force
ENV PATH=/home/node/node_modules/.bin:$PATH
VOLUME ["/home/node/data"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["winnow", "open", "--no-browser", "--port", "3000"]
