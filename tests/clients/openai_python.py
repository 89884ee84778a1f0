"""openai_python.py URL STRICT JOURNAL: the openai package of PyPI as a client.

URL is a server of any model at 2 ms a token that writes JOURNAL; STRICT one of
the model parrot that wants the key sesame and streams one reply at once. For
each check a line is printed: its name, a tab, and what was wrong, if anything.
"""
import asyncio
import json
import sys
import time

import httpx
import openai

url, strict_url, journal = sys.argv[1:]
client = openai.OpenAI(base_url=url, api_key="none", max_retries=0)
strict = openai.OpenAI(base_url=strict_url, api_key="sesame", max_retries=0)
strange = "Grüße, 日本語 🎉"


def check(function):
    """Runs it; what it asserts or raises is what was wrong."""
    why = ""
    try:
        function()
    except Exception as error:
        why = f"{type(error).__name__}: {error} " \
            f"(line {error.__traceback__.tb_next.tb_lineno})"
    name = function.__name__.replace("_", " ")
    print(name, " ".join(why.split()), sep="\t", flush=True)


def same(got, wanted):
    assert got == wanted, f"{got!r}, not {wanted!r}"


def message(text):
    return [{"role": "user", "content": text}]


def chat(text, of=client, model="echo", **fields):
    return of.chat.completions.create(model=model, messages=message(text),
                                      **fields)


def joined(stream):
    return "".join(chunk.choices[0].delta.content or ""
                   for chunk in stream if chunk.choices)


def raises(kind, function, *arguments, **fields):
    try:
        function(*arguments, **fields)
    except openai.OpenAIError as error:
        same(type(error), kind)
        return error
    raise AssertionError(f"no {kind.__name__}")


def left(of=client):
    """How many clients have left that server."""
    text = httpx.get(str(of.base_url.copy_with(path="/metrics"))).text
    return int(text.split("\nechochat_clients_left_total ")[1].split()[0])


def seen_within(seconds, is_so):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "the server has not seen it"
        time.sleep(0.005)


@check
def models():
    same([model.id for model in client.models.list()], ["echo"])
    same(client.models.retrieve("echo").object, "model")


@check
def a_chat():
    reply = chat(strange)
    choice = reply.choices[0]
    same(choice.message.content, strange)
    same(choice.message.role, "assistant")
    same(choice.finish_reason, "stop")
    same(reply.usage.completion_tokens, len(strange))
    same(reply.usage.total_tokens, 2 * len(strange))


@check
def a_chat_in_parts():
    same(chat([{"type": "text", "text": "a "}, {"type": "text", "text": "b"}]
              ).choices[0].message.content, "a b")


@check
def a_chat_that_streams():
    chunks = list(chat(strange, stream=True,
                       stream_options={"include_usage": True}))
    first, *texts, last, usage = chunks
    same(first.choices[0].delta.role, "assistant")
    same([chunk.choices[0].delta.content for chunk in texts], list(strange))
    same({chunk.choices[0].finish_reason for chunk in [first, *texts]}, {None})
    same(last.choices[0].finish_reason, "stop")
    same((usage.choices, usage.usage.completion_tokens), ([], len(strange)))
    same({chunk.usage for chunk in chunks[:-1]}, {None})
    same(len({(chunk.id, chunk.created) for chunk in chunks}), 1)


@check
def events_of_the_stream_helper():
    with client.chat.completions.stream(model="echo",
                                        messages=message("xyz")) as stream:
        # Its first delta is that of the role.
        deltas = [event.delta for event in stream
                  if event.type == "content.delta"]
        same(deltas, ["", "x", "y", "z"])
        choice = stream.get_final_completion().choices[0]
        same((choice.message.content, choice.finish_reason), ("xyz", "stop"))


@check
def stop_strings():
    for stop in "END", ["no", "END"]:
        choice = chat("one END two", stop=stop).choices[0]
        same((choice.message.content, choice.finish_reason, choice.stop_reason),
             ("one ", "stop", "END"))
        same(joined(chat("one END two", stop=stop, stream=True)), "one ")
    same(chat("ab", stop=None).choices[0].message.content, "ab")


@check
def limits():
    for name in "max_tokens", "max_completion_tokens":
        choice = chat("abcdef", **{name: 3}).choices[0]
        same((choice.message.content, choice.finish_reason), ("abc", "length"))


@check
def two_choices():
    same([(choice.index, choice.message.content)
          for choice in chat("ab", n=2).choices], [(0, "ab"), (1, "ab")])
    texts, reasons = ["", ""], [[], []]
    for chunk in chat("ab", n=2, stream=True):
        choice = chunk.choices[0]
        texts[choice.index] += choice.delta.content or ""
        reasons[choice.index] += filter(None, [choice.finish_reason])
    same((texts, reasons), (["ab", "ab"], [["stop"], ["stop"]]))


@check
def logprobs():
    choice = chat("é", logprobs=True, top_logprobs=1).choices[0]
    tokens = choice.logprobs.content
    same([(token.token, token.logprob, token.bytes, len(token.top_logprobs))
          for token in tokens], [("é", 0.0, [195, 169], 1)])
    tokens = [token.token for chunk in chat("é!", logprobs=True, stream=True)
              if chunk.choices[0].logprobs
              for token in chunk.choices[0].logprobs.content]
    same(tokens, ["é", "!"])


@check
def completions():
    complete = client.completions.create
    reply = complete(model="echo", prompt="abc", max_tokens=2, echo=True,
                     logprobs=1)
    choice = reply.choices[0]
    same((choice.text, choice.finish_reason), ("abcab", "length"))
    same(choice.logprobs.text_offset, [0, 1, 2, 3, 4])
    reply = complete(model="echo", prompt=["ab", "cd"], n=2)
    same([(choice.index, choice.text) for choice in reply.choices],
         [(0, "ab"), (1, "ab"), (2, "cd"), (3, "cd")])
    chunks = list(complete(model="echo", prompt="abc", stream=True))
    same([chunk.choices[0].text for chunk in chunks], ["a", "b", "c", ""])
    same(chunks[-1].choices[0].finish_reason, "stop")


@check
def request_ids():
    raw = client.chat.completions.with_raw_response.create(
        model="echo", messages=message("a"),
        extra_headers={"x-request-id": "mine"})
    same((raw.request_id, raw.parse()._request_id), ("mine", "mine"))
    reply = chat("a")
    same(reply._request_id, reply.id)
    with client.chat.completions.with_streaming_response.create(
            model="echo", messages=message("a"), stream=True,
            extra_headers={"x-request-id": "mine"}) as raw:
        same(raw.headers["x-request-id"], "mine")
        same(raw.headers["content-type"], "text/event-stream")
        same(list(raw.iter_lines())[-2], "data: [DONE]")
    error = raises(openai.BadRequestError, chat, "a", max_tokens=0,
                   extra_headers={"x-request-id": "mine"})
    same(error.request_id, "mine")


@check
def bad_requests():
    create = client.chat.completions.create
    for param, fields in ("max_tokens", {"max_tokens": 0}), \
            ("stop", {"stop": [""]}), ("stop", {"stop": [1]}), \
            ("messages", {"messages": []}), ("n", {"n": 0}):
        for stream in False, True:
            error = raises(openai.BadRequestError, create, **{
                "model": "echo", "messages": message("a"), "stream": stream,
                **fields})
            same((error.param, error.type), (param, "invalid_request_error"))
            assert param in error.message, error.message


@check
def what_is_not_there():
    error = raises(openai.NotFoundError, chat, "a", strict, model="owl")
    same((error.code, error.param), ("model_not_found", "model"))
    raises(openai.NotFoundError, strict.models.retrieve, "owl")
    raises(openai.NotFoundError, client.get, "/nothing", cast_to=object)
    error = raises(openai.InternalServerError, client.embeddings.create,
                   model="echo", input="a")
    same(error.status_code, 501)


@check
def keys():
    same(chat("a", strict, model="parrot").choices[0].message.content, "a")
    for key in "wrong", "sesam", "sesamee":
        error = raises(openai.AuthenticationError, chat, "a",
                       strict.with_options(api_key=key), model="parrot")
        same(error.code, "invalid_api_key")


@check
def a_client_that_leaves():
    before = left()
    stream = chat("a" * 5000, stream=True,
                  extra_headers={"x-request-id": "leaves"})
    for number, chunk in enumerate(stream):
        if number == 5:
            break
    stream.close()
    seen_within(0.5, lambda: left() == before + 1)


@check
def a_client_that_waits_no_longer():
    before = left()
    raises(openai.APITimeoutError, chat, "a" * 5000, timeout=0.1)
    seen_within(0.5, lambda: left() == before + 1)


@check
def too_many_streams():
    before = left(strict)
    busy = chat("a" * 5000, strict, model="parrot", stream=True)
    next(busy)
    error = raises(openai.RateLimitError, chat, "a", strict, model="parrot")
    same(error.response.headers["retry-after"], "1")
    same(error.code, "rate_limit_exceeded")
    busy.close()
    seen_within(0.5, lambda: left(strict) == before + 1)
    same(chat("a", strict, model="parrot").choices[0].message.content, "a")


async def retry_while(busy):
    """Retry-After is one second; the first try of another one succeeds."""
    async with openai.AsyncOpenAI(base_url=strict_url, api_key="sesame",
                                  max_retries=1) as patient:
        began = time.monotonic()
        reply = asyncio.create_task(chat("a", patient, model="parrot"))
        await asyncio.sleep(0.5)
        assert not reply.done(), "it did not wait"
        busy.close()
        same((await reply).choices[0].message.content, "a")
        assert time.monotonic() - began >= 1, "it did not wait for a second"


@check
def retries():
    busy = chat("a" * 5000, strict, model="parrot", stream=True)
    next(busy)
    asyncio.run(retry_while(busy))


@check
def faults():
    def of(name, **fields):
        return chat("abcdef", extra_headers={"x-echochat-fault": name},
                    **fields)

    def texts(name):
        return joined(of(name, stream=True))
    error = raises(openai.APIError, texts, "error-in-stream@3")
    same(error.message, "told to fail")
    for name in "premature-close@3", "connection-reset@3":
        try:
            texts(name)
            raise AssertionError(f"{name} was not seen")
        except (httpx.RemoteProtocolError, httpx.ReadError,
                openai.APIConnectionError):
            pass
    raises(openai.InternalServerError, of, "http-error-flat")
    raises(openai.UnprocessableEntityError, of, "http-error-detail")
    same(texts("trickle"), "abcdef")
    same(texts("missing-done"), "abcdef")


async def ask_many():
    async with openai.AsyncOpenAI(base_url=url, api_key="none",
                                  max_retries=0) as many:
        async def ask(number):
            stream = await chat(f"{number}: {strange}", many, stream=True)
            return "".join([chunk.choices[0].delta.content or ""
                            async for chunk in stream])
        same(await asyncio.gather(*map(ask, range(64))),
             [f"{number}: {strange}" for number in range(64)])


@check
def many_at_once():
    asyncio.run(ask_many())


@check
def times_agree_with_the_journal():
    text = "a" * 100
    times = []
    for chunk in chat(text, stream=True,
                      extra_headers={"x-request-id": "timed"}):
        if chunk.choices[0].delta.content:
            times.append(time.monotonic() * 1000)
    time.sleep(0.5)  # until it is written
    with open(journal, encoding="utf-8") as lines:
        entries = {entry["x_request_id"]: entry
                   for entry in map(json.loads, lines)}
    choice = entries["timed"]["choices"][0]
    planned, written = choice["planned_ms"], choice["written_ms"]
    same((choice["text"], len(planned), len(written)), (text, 100, 100))
    same(planned, [2 * number for number in range(1, 101)])
    for due, at in zip(planned, written):
        assert 0 <= at - due < 1000, f"due at {due}, written at {at}"
    # Bytes arrive after they were written, and not much: this is a machine
    # that does other things, too.
    ours, theirs = times[-1] - times[0], written[-1] - written[0]
    assert abs(ours - theirs) < 100, f"{ours} ms, and {theirs} in the journal"
    gone = entries["leaves"]
    same(gone["ended"], "cancelled")
    assert gone["client_left_ms"] < 1000, gone["client_left_ms"]
    assert 5 <= len(gone["choices"][0]["written_ms"]) < 500, "written on"
