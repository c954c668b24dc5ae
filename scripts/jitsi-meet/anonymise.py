"""Makes test data of what a trial captured: requests of the focus with the bridges' answers, and messages between bridges.

  python3 scripts/jitsi-meet/anonymise.py STANZAS CHANNELS FOLDER

STANZAS is Prosody's log with the module stanza_debug, CHANNELS the messages that the trial's taps wrote; scripts/jitsi-meet/trial
--captures has both made and calls this. FOLDER gets BRIDGE.requests.txt for each bridge, with lines "request XML" and "answer XML" in
turn, and FROM-to-BRIDGE.channel.txt, with one message a line. Addresses, ports, credentials, fingerprints, ids, names and texts are
replaced, the same value by the same replacement everywhere. Fails if a value that was replaced is still in its output.
"""
import ipaddress
import itertools
import json
import os
import random
import re
import sys

FOCUS = 'focus'


class Names:
    """Replacements by kind, each for one value of the captures."""

    def __init__(self):
        self.known = {}
        self.counts = {}
        self.random = random.Random(1)

    def hex(self, length):
        return ''.join(self.random.choice('0123456789abcdef') for _ in range(length))

    def of(self, kind, value, make):
        if (kind, value) not in self.known:
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.known[kind, value] = make(self.counts[kind])
        return self.known[kind, value]

    def credential(self, value):
        return self.of('credential', value, lambda _: self.hex(len(value)))

    def address(self, value):
        if ipaddress.ip_address(value).version == 6:
            return self.of('address', value, lambda n: f'2001:db8::{n:x}')
        return self.of('address', value, lambda n: f'192.0.2.{n % 250 + 1}')

    def port(self, value):
        return self.of('port', value, lambda n: str(10000 + n))

    def identity(self, value):
        return self.of('identity', value, lambda _: self.hex(len(value)))

    def meeting(self, value):
        return self.of('meeting', value, lambda _: '-'.join(self.hex(n) for n in (8, 4, 4, 4, 12)))

    def fingerprint(self, value):
        return self.of('fingerprint', value, lambda _: ':'.join(self.hex(2).upper() for _ in value.split(':')))

    def secrets(self):
        return [value for (kind, value), made in self.known.items()
                if kind in ('credential', 'fingerprint', 'meeting') and value != made]


def websocket(names, url):
    match = re.fullmatch(r'(wss?)://[^/]+/([\w-]+)/([\w.-]+)/(\w+)/([\w.-]+)\?pwd=(\w+)', url)
    if not match:
        sys.exit(f'anonymise: a WebSocket address of another form: {url}')
    scheme, kind, bridge, conference, peer, password = match.groups()
    return (f'{scheme}://127.0.0.1:9090/{kind}/{bridge}/{names.identity(conference)}/{peer}'
            f'?pwd={names.credential(password)}')


def attribute(name, made):
    """A step that replaces the values of an attribute."""
    def step(text):
        return re.sub(rf"(?<=[\s]){name}=(['\"])(.*?)\1", lambda m: f"{name}='{made(m.group(2))}'", text)
    return step


def stanza(names, text):
    for step in (
            attribute('url', lambda url: websocket(names, url)),
            lambda t: re.sub(r"\b(ufrag|pwd)=['\"]([^'\"]*)['\"]", lambda m: f"{m[1]}='{names.credential(m[2])}'", t),
            lambda t: re.sub(r"\b(ip|rel-addr)=['\"]([^'\"]*)['\"]", lambda m: f"{m[1]}='{names.address(m[2])}'", t),
            lambda t: re.sub(r"\b(port|rel-port)=['\"](\d+)['\"]", lambda m: f"{m[1]}='{names.port(m[2])}'", t),
            lambda t: re.sub(r"(<fingerprint[^>]*>)([^<]*)", lambda m: m[1] + names.fingerprint(m[2]), t),
            lambda t: re.sub(r"<candidate[^>]*>", lambda m: re.sub(
                r"\bid=['\"]([^'\"]*)['\"]", lambda i: f"id='{names.identity(i[1])}'", m[0]), t),
            attribute('meeting-id', names.meeting),
            attribute('stats-id', lambda _: 'Participant'),
            lambda t: re.sub(r"(<conference-modify[^>]*?)\bname=['\"][^'\"]*['\"]", r"\1name='room@conference.example.org'", t),
            lambda t: re.sub(r"(trace_id|parent_id)=['\"](\w+)['\"]", lambda m: f"{m[1]}='{'0' * len(m[2])}'", t)):
        text = step(text)
    return text


def message(text):
    try:
        parsed = json.loads(text)
    except ValueError:
        return None
    if parsed.get('colibriClass') == 'EndpointMessage':
        parsed['msgPayload'] = {'text': 'x' * min(40, len(json.dumps(parsed.get('msgPayload'))))}
    return json.dumps(parsed, separators=(',', ':'))


def payload(text, element):
    match = re.search(rf'<{element}\b.*?(?:</{element}>|/>(?=</iq>))', text, re.DOTALL)
    return match[0].replace('\n', ' ') if match else None


def exchanges(log):
    """Requests with their answers, by bridge, as the focus sent them."""
    asked, by_bridge = {}, {}
    for line in log:
        match = re.search(r'(RECV|SEND): (<iq\b.*)', line)
        if not match:
            continue
        head = re.match(r'<iq\b[^>]*>', match[2])[0]
        values = dict((name, value) for name, _, value in re.findall(r"([\w:]+)=(['\"])(.*?)\2", head))
        request = payload(match[2], 'conference-modify')
        answer = payload(match[2], 'conference-modified')
        if match[1] == 'RECV' and request and values.get('type') in ('set', 'get'):
            bridge = values['to'].rpartition('/')[2]
            by_bridge.setdefault(bridge, []).append([request, None])
            asked[bridge, values['id']] = by_bridge[bridge][-1]
        elif match[1] == 'SEND' and answer:
            exchange = asked.get((values['from'].rpartition('/')[2], values['id']))
            if exchange:
                exchange[1] = answer
    return by_bridge


def channels(lines):
    by_pair = {}
    for line in lines:
        match = re.match(r'/colibri-relay-ws/([\w.-]+)/\w+/([\w.-]+)\?\S* (client|server) (.*)', line)
        text = match and message(match[4])
        if text:
            server, client = match[1], match[2]
            pair = (client, server) if match[3] == 'client' else (server, client)
            by_pair.setdefault(pair, []).append(text)
    return by_pair


def main():
    if len(sys.argv) != 4 or sys.argv[1] in ('-h', '--help'):
        print(__doc__)
        sys.exit(0 if '--help' in sys.argv or '-h' in sys.argv else 2)
    names = Names()
    files = {}
    with open(sys.argv[1], encoding='utf-8') as log:
        for bridge, pairs in exchanges(log).items():
            answered = [(request, answer) for request, answer in pairs if answer]
            files[f'{bridge}.requests.txt'] = list(itertools.chain.from_iterable(
                (f'request {stanza(names, request)}', f'answer {stanza(names, answer)}') for request, answer in answered))
    if os.path.exists(sys.argv[2]):
        with open(sys.argv[2], encoding='utf-8') as lines:
            for (sender, receiver), texts in channels(lines).items():
                files[f'{sender}-to-{receiver}.channel.txt'] = texts
    if not files:
        sys.exit(f'anonymise: {sys.argv[1]} has no requests of a focus')
    whole = '\n'.join(itertools.chain.from_iterable(files.values()))
    # endpoints' ids are part of sources' names, in stanzas and messages: the same everywhere
    endpoints = sorted(set(re.findall(r"<endpoint\b[^>]*?\bid='([0-9a-f]{8})'", whole.replace('"', "'"))))
    left = [secret for secret in names.secrets() if secret in whole]
    if left:
        sys.exit(f'anonymise: {len(left)} values are still in the output, such as {left[0]}')
    os.makedirs(sys.argv[3], exist_ok=True)
    for name, lines in sorted(files.items()):
        text = '\n'.join(lines) + '\n'
        for endpoint in endpoints:
            text = text.replace(endpoint, names.of('endpoint', endpoint, lambda n: f'e{n:07x}'))
        with open(os.path.join(sys.argv[3], name), 'w', encoding='utf-8') as out:
            out.write(text)
        print(f'anonymise: {name}: {len(lines)} lines')


main()
