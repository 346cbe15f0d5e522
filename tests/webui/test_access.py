"""Who may what: the computer is in charge, phones join with a code, other sites get nowhere."""

from __future__ import annotations

import json
from typing import Any

import pytest

from webui.access import HEADERS, local_target
from webui.addresses import is_known_host
from webui.keys import load_keys, plain, pretty
from webui.limits import MOST_CLIENTS, Bucket, Penalty, client_network

WATCHING = [
    "/api/state", "/api/poll", "/api/stream", "/api/fits?tile=0-0-1", "/api/presets", "/api/games",
    "/api/games/1", "/api/games/1/record.json", "/api/games/1/sheet.csv", "/api/players",
    "/api/camera", "/api/camera/picture.jpg", "/api/quality", "/api/events/r0e0/dispute",
    "/api/games/1/evidence/x.jpg", "/api/evidence/abc",
]  # fmt: skip
PLAYING = [
    ("POST", "/api/events"), ("POST", "/api/undo"), ("POST", "/api/redo"),
    ("POST", "/api/edits"), ("POST", "/api/edits/preview"), ("POST", "/api/games"),
    ("POST", "/api/games/1/open"), ("POST", "/api/games/import"), ("POST", "/api/camera"),
    ("POST", "/api/camera/video"), ("POST", "/api/frames"), ("POST", "/api/photo"),
    ("POST", "/api/questions/1"),
    ("GET", "/api/invite"), ("GET", "/api/invite/watch.svg"),
]  # fmt: skip
OWNING = [
    ("DELETE", "/api/games/1"), ("POST", "/api/games/1/restore"), ("POST", "/api/players/rename"),
    ("POST", "/api/players/merge"), ("PUT", "/api/camera/stream-allowed"),
    ("POST", "/api/invite/renew"),
]  # fmt: skip
OPEN = ["/api/health", "/api/trust", "/join", "/trust"]
CHANGING = [call for call in [*PLAYING, *OWNING] if call[0] != "GET"]


@pytest.mark.parametrize("url", WATCHING)
def test_looking_takes_a_code(url: str, stranger: Any) -> None:
    answer = stranger.get(url)
    assert answer.status_code == 401
    assert answer.json["error"]["code"] == "join_first"


@pytest.mark.parametrize(("method", "url"), PLAYING + OWNING)
def test_changing_takes_more_than_the_watch_code(method: str, url: str, watcher: Any) -> None:
    answer = watcher.send(method, url, json={})
    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "not_allowed"


@pytest.mark.parametrize(("method", "url"), OWNING)
def test_some_things_are_for_the_computer_itself(method: str, url: str, player: Any) -> None:
    assert player.send(method, url, json={}).status_code == 403


@pytest.mark.parametrize("url", OPEN)
def test_joining_and_trusting_are_open(url: str, stranger: Any) -> None:
    assert stranger.get(url).status_code == 200


def test_every_address_of_the_api_is_in_one_of_the_lists(app: Any) -> None:
    named = [u.partition("?")[0] for u in WATCHING + OPEN] + [u for _, u in PLAYING + OWNING]
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        reached = {adapter.match(u, method=m)[0] for u in named for m in _methods(adapter, u)}
    every = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert every - reached == {"api.language"}


def _methods(adapter: Any, url: str) -> list[str]:
    return [m for m in adapter.allowed_methods(url) if m in ("GET", "POST", "PUT", "DELETE")]


def test_the_computer_needs_no_code(owner: Any) -> None:
    assert owner.get("/api/state").json["me"]["role"] == "owner"


def test_a_request_passed_on_by_another_machine_is_not_the_computer(owner: Any) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9"}
    assert owner.get("/api/state", headers=headers).status_code == 401


def test_each_code_gives_its_role(player: Any, watcher: Any) -> None:
    assert player.get("/api/state").json["me"]["may"] == {"play": True, "own": False}
    assert watcher.get("/api/state").json["me"]["may"] == {"play": False, "own": False}


def test_a_stranger_on_a_page_is_led_to_join_and_back(stranger: Any, app: Any) -> None:
    answer = stranger.get("/history")
    assert answer.status_code == 302
    assert answer.location == "/join?next=/history"
    code = app.extensions["access"].keys.watch
    assert stranger.get(f"{answer.location}&code={code}").location == "/history"


def test_who_joins_is_led_to_the_game_that_goes_on(owner: Any, stranger: Any, app: Any) -> None:
    owner.start(changed={"target": 10, "dealt": {"2": 1}})
    code = app.extensions["access"].keys.watch
    assert stranger.get(f"/join?code={code}").location == "/play"
    assert stranger.get(f"/join?code={code}&next=/camera").location == "/camera"
    owner.place("Ann", [0, 0, "up"], [5, 5, 5])
    assert stranger.get(f"/join?code={code}").location == "/play", "Ben's hand is not counted yet"
    owner.enter("reveal", "Ben", tiles=[[0, 1, 3]])
    assert stranger.get(f"/join?code={code}").location == "/", "that game is over"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)",
     "/api/undo", "/join?code=1", "/\tx", ""],
)  # fmt: skip
def test_joining_leads_nowhere_else(target: str) -> None:
    assert local_target(target) == "/"


def test_a_code_may_be_typed_carelessly(stranger: Any, app: Any) -> None:
    code = app.extensions["access"].keys.play
    typed = f" {pretty(code).lower().replace('-', ' ')} "
    assert stranger.get("/join", query_string={"code": typed}).status_code == 302


def test_wrong_codes_are_slowed_down_even_before_a_right_one(stranger: Any, app: Any) -> None:
    answers = [stranger.get("/join?code=WRONG").status_code for _ in range(7)]
    assert answers == [403, 403, 403, 403, 403, 429, 429]
    code = app.extensions["access"].keys.play
    answer = stranger.get(f"/join?code={code}")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) >= 1


def test_one_phones_wrong_codes_do_not_slow_another(
    stranger: Any, player: Any, joined: Any
) -> None:
    for _ in range(8):
        stranger.get("/join?code=WRONG")
    assert joined("watch", "192.168.7.99").get("/api/state").status_code == 200


def test_waits_double_and_are_forgotten_in_the_end() -> None:
    now = [0.0]
    penalty = Penalty(lambda: now[0])
    waits = []
    for _ in range(8):
        penalty.wrong("phone")
        waits.append(penalty.wait("phone"))
    assert waits == [0, 0, 0, 0, 2, 4, 8, 16]
    now[0] += Penalty.FORGET + 1
    penalty.wrong("phone")
    assert penalty.wait("phone") == 0


def test_many_addresses_do_not_fill_the_memory() -> None:
    penalty, bucket = Penalty(), Bucket(1, 1)
    for number in range(MOST_CLIENTS + 500):
        penalty.wrong(str(number))
        bucket.wait(str(number))
    assert len(penalty._wrong) == len(bucket._levels) == MOST_CLIENTS


def test_an_ipv6_network_counts_as_one_client() -> None:
    assert client_network("2001:db8::1") == client_network("2001:db8::ffff:2")
    assert client_network("192.168.1.2") != client_network("192.168.1.3")


def test_renewing_the_codes_ends_all_sessions(owner: Any, player: Any) -> None:
    before = owner.get("/api/invite").json["play"]["code"]
    after = owner.post("/api/invite/renew", {}).json["play"]["code"]
    assert after != before
    assert player.get("/api/state").status_code == 401


def test_a_forged_session_is_worth_nothing(stranger: Any, player: Any) -> None:
    cookie = player.client.get_cookie("tripad", domain="localhost")
    payload, _, _signature = cookie.value.rpartition(".")
    stranger.client.set_cookie("tripad", f"{payload}.AAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert stranger.get("/api/state").status_code == 401


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(stranger: Any, app: Any) -> None:
    code = app.extensions["access"].keys.play
    cookie = stranger.get(f"/join?code={code}").headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    secure = stranger.get(f"/join?code={code}", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in secure and secure.startswith("tripad_secure=")


def test_a_player_sees_the_watch_code_only(player: Any) -> None:
    assert set(player.get("/api/invite").json) == {"watch", "addresses"}
    assert player.get("/api/invite/watch.svg").status_code == 200
    assert player.get("/api/invite/play.svg").status_code == 404


@pytest.mark.parametrize(("method", "url"), CHANGING)
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Tripad": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=["no header", "foreign origin", "no origin", "cross site", "other port"],
)
def test_another_site_changes_nothing(method: str, url: str, headers: Any, owner: Any) -> None:
    answer = owner.send(method, url, headers=headers, json={})
    assert answer.status_code == 403
    assert "own page" in answer.json["error"]["text"]


def test_our_own_page_may(owner: Any) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert owner.post("/api/language", {"language": "de"}, headers=headers).status_code == 200


def test_a_foreign_name_that_points_here_is_not_answered(owner: Any) -> None:
    assert owner.get("/api/state", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8765", True),
        ("127.0.0.1", True),
        ("192.168.1.7:8766", True),
        ("[::1]:8765", True),
        ("kitchen.local:8765", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
    ],
)
def test_hosts(host: str, known: bool) -> None:
    assert is_known_host(host, ["kitchen.local"]) is known


@pytest.mark.parametrize("url", ["/join", "/trust", "/api/health", "/api/state", "/nowhere"])
def test_every_answer_has_strict_headers(url: str, stranger: Any) -> None:
    headers = stranger.get(url).headers
    for name in HEADERS:
        assert name in headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy


@pytest.mark.parametrize(
    "url",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/",
        "/api/games/1/evidence/..%2f..%2faccess.json",
        "/api/games/1/evidence/access.json",
        "/trust/authority.key",
        "/trust/..%2fauthority.key",
        "/data/access.json",
    ],
)
def test_no_file_or_folder_is_reached_by_an_address(url: str, owner: Any) -> None:
    owner.start()
    assert owner.get(url).status_code == 404


def test_a_stream_from_a_phone_needs_the_computers_word(owner: Any, player: Any) -> None:
    camera = {"source": "stream", "address": "rtsp://192.168.7.30/live"}
    assert player.post("/api/camera", camera).status_code == 403
    owner.send("PUT", "/api/camera/stream-allowed", json={"allowed": True})
    assert player.post("/api/camera", camera).json["source"] == "stream"


@pytest.mark.parametrize(
    "address",
    ["file:///etc/passwd", "/etc/passwd", "gopher://x/", "rtsp://", "http://a b/", "concat:x|y", "",
     None, 7, "rtsp://x/\nhost"],
)  # fmt: skip
def test_a_stream_address_is_never_a_file(address: Any, owner: Any) -> None:
    answer = owner.post("/api/camera", {"source": "stream", "address": address})
    assert answer.status_code == 400


@pytest.mark.parametrize("source", ["/dev/video0", "../x", "video.mp4", None, ["phone"]])
def test_a_camera_is_one_of_the_list(source: Any, owner: Any) -> None:
    assert owner.post("/api/camera", {"source": source}).status_code == 400


def test_keys_are_made_once_and_kept_private(tmp_path: Any) -> None:
    file = tmp_path / "access.json"
    keys = load_keys(file)
    assert load_keys(file) == keys
    assert file.stat().st_mode & 0o077 == 0
    assert len(plain(keys.play)) == 8 and keys.play != keys.watch
    file.write_text("{")
    assert load_keys(file) != keys


def test_answers_never_tell_the_keys(owner: Any, player: Any, app: Any) -> None:
    owner.start()
    keys = app.extensions["access"].keys
    for url in ("/api/state", "/api/invite", "/api/trust", "/api/games"):
        told = json.dumps(player.get(url).json)
        assert keys.secret not in told
    assert pretty(keys.play) not in json.dumps(player.get("/api/invite").json)
