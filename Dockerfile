# docker build -t apivet . ; docker run --rm -v "$PWD:/work" apivet check
FROM python:3.13-slim
# git: bases of changes; ssh-keygen: signatures of exceptions.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends git openssh-client \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory '*'
COPY . /src
RUN pip install --no-cache-dir "/src[go,live]" && rm -rf /src \
    && useradd --create-home --uid 1000 apivet
USER apivet
WORKDIR /work
ENTRYPOINT ["apivet"]
