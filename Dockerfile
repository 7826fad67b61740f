# A static binary on an empty image.
#   docker build -t kibitz . && docker run -e DISCORD_TOKEN kibitz
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=development
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X kibitz/commands.version=$VERSION" -o /kibitz .

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /kibitz /kibitz
COPY --from=build /src/config.yaml /config.yaml
COPY --from=build /src/LICENSE /LICENSE
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["/kibitz", "health"]
ENTRYPOINT ["/kibitz"]
