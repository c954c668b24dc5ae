// Publishes by WHIP (RFC 9725) and watches by WHEP, with nothing but what browsers have.
'use strict';

const $ = (id) => document.getElementById(id);
// What is open, by name.
const connections = new Map();

// A connection is one of: waiting (for a publisher), connecting, connected, no media, failed, ended.
function is(connection, state, reason = '') {
    if (connection.state === state && connection.reason === reason) {
        return;
    }
    Object.assign(connection, {state, reason});
    connection.figure?.setState(state);
    tell();
}

// The state of each connection in one line.
function tell() {
    const all = [...connections.values()];
    if (all.length > 0) {
        say(all.map(({name, state, reason}) => `${name}: ${state}${reason ? `, ${reason}` : ''}.`).join(' '),
            all.some(({state}) => state === 'failed'));
    } else if (isWatching) {
        say(waiting || 'Waiting for a publisher.');
    }
}

// What the bridge says keeps a connection from being made; nothing if it knows of no obstacle.
async function whyNot(connection) {
    const response = await fetch(`${connection.session}/why-not`, {headers: headers()});
    if (response.status === 404) {
        throw Object.assign(new Error('the bridge has ended the session'), {isEnded: true});
    }
    const diagnosis = response.ok ? await response.json() : {};
    return diagnosis.connected ? '' : (diagnosis.verdict ?? '').replace(/\.$/, '');
}

// Controls of text direction would reverse what follows a name: they show as replacement characters.
const plain = (text) => String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

function say(text, isError = false) {
    $('status').textContent = plain(text);
    $('status').classList.toggle('error', isError);
}

function headers(type) {
    const token = $('token').value.trim();
    return {...(type ? {'Content-Type': type} : {}), ...(token ? {Authorization: `Bearer ${token}`} : {})};
}

function room() {
    if (!$('form').reportValidity()) {
        throw new Error('the room needs a name of letters, digits and . _ ~ -');
    }
    return encodeURIComponent($('room').value.trim());
}

function picture(name, stream, isOwn) {
    const figure = document.createElement('figure');
    const video = document.createElement('video');
    const caption = document.createElement('figcaption');
    video.autoplay = video.playsInline = true;
    video.muted = isOwn;
    video.srcObject = stream;
    video.controls = !isOwn;
    video.setAttribute('aria-label', name);
    caption.textContent = plain(name);
    figure.append(video, caption);
    figure.setCaption = (text) => { caption.textContent = plain(text); };
    figure.setState = (state) => { figure.dataset.state = state; };
    $('grid').append(figure);
    video.play().catch(() => { video.muted = true; video.play().catch(() => {}); });
    return figure;
}

async function refusal(response) {
    const problem = await response.json().catch(() => ({}));
    return Object.assign(new Error(problem.detail || problem.error?.text || `the bridge answered with status ${response.status}`),
        {status: response.status});
}

// Waits for all candidates, at most a second: then no PATCH is needed.
function gathered(pc) {
    return new Promise((done) => {
        setTimeout(done, 1000);
        pc.onicegatheringstatechange = () => pc.iceGatheringState === 'complete' && done();
    });
}

async function open(name, url, pc, stop = () => {}) {
    const connection = {name, pc, session: null, answer: '', figure: null, isRestarting: false, before: {}, stop,
        links: '', events: null, state: '', reason: '', sinceMs: performance.now(), silentSeconds: 0, isActive: true,
        wasConnected: false, askedMs: 0};
    connections.set(name, connection);
    is(connection, 'connecting');
    pc.onconnectionstatechange = () => {
        if (pc.connectionState === 'connected') {
            connection.silentSeconds = 0;
            connection.wasConnected = true;
            is(connection, 'connected');
        } else if (pc.connectionState === 'disconnected' || pc.connectionState === 'failed') {
            lost(connection).catch(() => {});
        }
    };
    try {
        await pc.setLocalDescription();
        await gathered(pc);
        const response = await fetch(url, {
            method: 'POST', headers: headers('application/sdp'), body: pc.localDescription.sdp
        });
        if (response.status !== 201) {
            throw await refusal(response);
        }
        connection.session = new URL(response.headers.get('Location'), url).href;
        connection.links = response.headers.get('Link') ?? '';
        connection.answer = await response.text();
        await pc.setRemoteDescription({type: 'answer', sdp: connection.answer});
    } catch (error) {
        close(name);
        throw error;
    }
    return connection;
}

// Connects again, and if that cannot be, says why.
async function lost(connection) {
    connection.sinceMs = performance.now();
    is(connection, 'connecting', 'again');
    try {
        await restart(connection);
    } catch (error) {
        if (!connections.has(connection.name)) {
            return;
        }
        const isEnded = error.status === 404;
        const reason = isEnded ? 'the bridge has ended the session' : await whyNot(connection).catch(() => '') || error.message;
        is(connection, isEnded ? 'ended' : 'failed', reason);
        if (isEnded && connection.name !== 'you') {
            again(connection);
        }
    }
}

// Each second: what flows, and if nothing does for three, why.
async function review(connection, grownBytes) {
    const {pc} = connection;
    if (connection.state === 'failed' || connection.state === 'ended' || !connection.session) {
        return;
    }
    if (pc.connectionState === 'connected') {
        connection.silentSeconds = grownBytes > 0 ? 0 : connection.silentSeconds + 1;
        if (connection.silentSeconds >= 3) {
            is(connection, 'no media', connection.isActive ? 'nothing comes' : 'nothing is sent');
        } else if (grownBytes > 0) {
            is(connection, 'connected');
        }
    } else if (performance.now() - Math.max(connection.sinceMs + 2000, connection.askedMs) > 3000) {
        connection.askedMs = performance.now();
        try {
            const reason = await whyNot(connection);
            if (pc.connectionState !== 'connected') {
                is(connection, pc.connectionState === 'failed' ? 'failed' : 'connecting', reason);
            }
        } catch (error) {
            if (error.isEnded && !connection.wasConnected) {
                is(connection, 'failed', connection.reason || error.message);
            } else if (error.isEnded) {
                is(connection, 'ended', error.message);
                if (connection.name !== 'you') {
                    again(connection);
                }
            }
        }
    }
}

// New ICE credentials of both sides (RFC 9725 section 4.3.3); media and keys stay.
async function restart(connection) {
    const {pc} = connection;
    if (connection.isRestarting || !connections.has(connection.name)) {
        return;
    }
    connection.isRestarting = true;
    try {
        await pc.setLocalDescription(await pc.createOffer({iceRestart: true}));
        await gathered(pc);
        const [, session, section] = pc.localDescription.sdp.match(/^([^]*?)(m=[^]*?)(?=m=|$)/);
        const kept = /^(m=|a=mid:|a=ice-|a=candidate:|a=end-of-candidates)/;
        const fragment = [...session.split('\r\n').filter((line) => /^a=(group:BUNDLE|ice-)/.test(line)),
            ...section.split('\r\n').filter((line) => kept.test(line)), ''].join('\r\n');
        const response = await fetch(connection.session, {
            method: 'PATCH', headers: {...headers('application/trickle-ice-sdpfrag'), 'If-Match': '*'}, body: fragment
        });
        if (response.status !== 200) {
            throw await refusal(response);
        }
        const theirs = await response.text();
        const candidates = theirs.match(/^a=candidate:.*\r\n/gm).join('');
        connection.answer = connection.answer.replace(/^a=(candidate:.*|end-of-candidates)\r\n/gm, '')
            .replace(/^a=ice-ufrag:.*$/gm, theirs.match(/^a=ice-ufrag:.*$/m)[0])
            .replace(/^a=ice-pwd:.*$/gm, theirs.match(/^a=ice-pwd:.*$/m)[0])
            .replace(/^a=ice-pwd:.*\r?\n/m, (line) => line + candidates);
        await pc.setRemoteDescription({type: 'answer', sdp: connection.answer});
    } finally {
        connection.isRestarting = false;
    }
}

function close(name) {
    const connection = connections.get(name);
    if (!connection) {
        return;
    }
    connections.delete(name);
    connection.stop();
    connection.events?.close();
    connection.pc.close();
    connection.figure?.remove();
    if (connection.session) {
        fetch(connection.session, {method: 'DELETE', headers: headers(), keepalive: true}).catch(() => {});
    }
    show();
}

// A moving picture with the time, and a soft tone: no camera is needed.
function pattern() {
    const canvas = Object.assign(document.createElement('canvas'), {width: 1280, height: 720});
    const pen = canvas.getContext('2d');
    const colours = ['#fff', '#ff0', '#0ff', '#0f0', '#f0f', '#f00', '#00f', '#000'];
    const timer = setInterval(() => {
        const shift = performance.now() / 20 % 1280;
        colours.forEach((colour, i) => { pen.fillStyle = colour; pen.fillRect((i * 160 + shift) % 1280, 0, 161, 720);
            pen.fillRect((i * 160 + shift) % 1280 - 1280, 0, 161, 720); });
        pen.fillStyle = '#000c';
        pen.fillRect(300, 280, 680, 160);
        pen.fillStyle = '#fff';
        pen.font = '96px monospace';
        pen.textAlign = 'center';
        pen.fillText(new Date().toISOString().slice(11, 22), 640, 392);
    }, 33);
    const audio = new AudioContext();
    const tone = new OscillatorNode(audio, {frequency: 440});
    const target = audio.createMediaStreamDestination();
    tone.connect(new GainNode(audio, {gain: 0.1})).connect(target);
    tone.start();
    const stream = canvas.captureStream(30);
    stream.addTrack(target.stream.getAudioTracks()[0]);
    return {stream, stop: () => { clearInterval(timer); audio.close(); }};
}

async function source() {
    if ($('kind').value === 'pattern') {
        return pattern();
    }
    const stream = await navigator.mediaDevices.getUserMedia(
        {audio: true, video: {width: {ideal: 1280}, height: {ideal: 720}}});
    return {stream, stop: () => {}};
}

// Where an extension of WHEP is, if the server has it.
function extension(connection, name) {
    const link = connection.links.match(new RegExp(`<([^>]*)>; rel="urn:ietf:params:whep:ext:core:${name}"`));
    return link && new URL(link[1], connection.session).href;
}

// Says how many watch, and that nothing is sent at the moment.
async function listen(connection) {
    const url = extension(connection, 'server-sent-events');
    const response = url && await fetch(url, {
        method: 'POST', headers: headers('application/json'), body: '["active","inactive","reconnect","viewercount"]'
    });
    if (response?.status !== 201 || !connections.has(connection.name)) {
        return;
    }
    const events = connection.events = new EventSource(new URL(response.headers.get('Location'), url));
    const room = {isActive: true, viewers: 0};
    const active = (isActive) => { room.isActive = connection.isActive = isActive; };
    const caption = () => {
        const viewers = room.viewers === 1 ? '1 viewer' : `${room.viewers} viewers`;
        connection.figure?.setCaption(`${connection.name} · ${viewers}${room.isActive ? '' : ' · no media is sent'}`);
    };
    events.addEventListener('active', () => { active(true); caption(); });
    events.addEventListener('inactive', () => { active(false); caption(); });
    events.addEventListener('viewercount', (event) => {
        room.viewers = JSON.parse(event.data).viewercount;
        caption();
    });
    events.addEventListener('reconnect', () => again(connection));
}

// The bridge is about to end the session: another one takes its place, perhaps by another bridge under the same name.
async function again({name, source}) {
    close(name);
    await wait(name, source, 'the session has ended');
}

// Views a room as soon as it has a publisher, and says meanwhile what is missing.
async function wait(name, source, why) {
    waiting = `${name}: waiting, ${why}.`;
    tell();
    while (isWatching && !connections.has(name)) {
        await new Promise((done) => setTimeout(done, 2000));
        if (isWatching && !connections.has(name)) {
            await view(name, source).catch((error) => {
                waiting = `${name}: waiting, ${error.message}.`;
                tell();
            });
        }
    }
    show();
}

// Limits the picture and its frame rate while it is watched.
async function select(connection) {
    const url = extension(connection, 'layer');
    const wish = {
        ...($('height').value && {maxHeight: Number($('height').value)}),
        ...($('rate').value && {maxTemporalLayerId: Number($('rate').value)})
    };
    const response = await fetch(url, {method: 'POST', headers: headers('application/json'), body: JSON.stringify(wish)});
    if (!response.ok) {
        throw await refusal(response);
    }
}

async function publish() {
    const url = `/whip/${room()}`;
    const {stream, stop} = await source();
    const pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    for (const track of stream.getTracks()) {
        const add = (sendEncodings) => pc.addTransceiver(track, {direction: 'sendonly', streams: [stream], sendEncodings});
        if (track.kind !== 'video') {
            add([]);
            continue;
        }
        const encodings = [
            {rid: 'l', scaleResolutionDownBy: 4, maxBitrate: 200_000},
            {rid: 'm', scaleResolutionDownBy: 2, maxBitrate: 700_000},
            {rid: 'h', maxBitrate: 2_500_000}];
        try {
            add(encodings.map((each) => ({...each, scalabilityMode: 'L1T3'}))); // viewers select a frame rate
        } catch {
            add(encodings);
        }
    }
    const connection = await open('you', new URL(url, location).href, pc,
        () => { stop(); stream.getTracks().forEach((track) => track.stop()); });
    connection.figure = picture('you', stream, true);
}

async function view(name, source) {
    const query = new URLSearchParams(source ? {source} : {});
    const pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const stream = new MediaStream();
    pc.ontrack = (event) => stream.addTrack(event.track);
    pc.addTransceiver('audio', {direction: 'recvonly'});
    pc.addTransceiver('video', {direction: 'recvonly'});
    const connection = await open(name, new URL(`/whep/${room()}?${query}`, location).href, pc);
    connection.source = source;
    connection.figure = picture(name, stream, false);
    await select(connection);
    listen(connection).catch(() => {}); // the picture is there without it
}

const viewed = () => [...connections.keys()].filter((name) => name !== 'you');
let isWatching = false;
let waiting = '';

async function publishers() {
    const response = await fetch(`/rooms/${room()}`, {headers: headers()});
    if (!response.ok) {
        throw await refusal(response);
    }
    return (await response.json()).publishers;
}

// Follows who comes and goes, if everybody is watched.
async function follow() {
    if (!isWatching || $('who').value !== 'everybody') {
        return;
    }
    const names = await publishers();
    viewed().filter((name) => !names.includes(name)).forEach(close);
    for (const name of names.filter((name) => !connections.has(name))) {
        await view(name, name);
    }
}

async function watch() {
    isWatching = true;
    waiting = '';
    if ($('who').value !== 'speaker') {
        await follow();
        tell();
        return;
    }
    try {
        await view('current speaker', null);
    } catch (error) {
        if (error.status !== 409) {
            throw error;
        }
        wait('current speaker', null, error.message); // the publisher may come later
    }
}

function unwatch() {
    isWatching = false;
    viewed().forEach(close);
    say('Choose a room.');
    tell();
}

function show() {
    const isPublishing = connections.has('you');
    $('publish').setAttribute('aria-pressed', isPublishing);
    $('publish').textContent = isPublishing ? 'Stop publishing' : 'Publish';
    $('watch').setAttribute('aria-pressed', isWatching);
    $('watch').textContent = isWatching ? 'Stop watching' : 'Watch';
    for (const id of ['room', 'token', 'kind', 'who']) {
        $(id).disabled = connections.size > 0 || isWatching;
    }
    $('figures').hidden = connections.size === 0;
    const link = new URL(`/?room=${encodeURIComponent($('room').value.trim())}`, location).href;
    $('share').hidden = connections.size === 0;
    $('link').textContent = $('link').href = link;
}

function copy(text, what) {
    navigator.clipboard.writeText(text)
        .then(() => say(`${what} is copied.`), () => say(`${what} could not be copied.`, true));
}

// What other clients need, to copy.
function addresses() {
    const name = encodeURIComponent($('room').value.trim());
    const all = [['WHIP, to publish', `/whip/${name}`], ['WHEP, to watch', `/whep/${name}`],
        ['HLS, for players, if the bridge has it on', `/hls/${name}/index.m3u8`]];
    $('urls').replaceChildren(...all.map(([what, path]) => {
        const row = document.createElement('tr');
        const head = document.createElement('th');
        const cell = document.createElement('td');
        const code = document.createElement('code');
        const last = document.createElement('td');
        const button = document.createElement('button');
        head.scope = 'row';
        head.textContent = what;
        code.textContent = new URL(path, location).href;
        button.type = 'button';
        button.textContent = 'Copy';
        button.setAttribute('aria-label', `Copy the address of ${what}`);
        button.onclick = () => copy(code.textContent, 'The address');
        cell.append(code);
        last.append(button);
        row.append(head, cell, last);
        return row;
    }));
}

async function attempt(what, action) {
    $('publish').disabled = $('watch').disabled = true;
    try {
        await action();
    } catch (error) {
        if (what === 'Watching') {
            isWatching = false;
        }
        say(`${what} failed: ${error.message}.`, true);
    } finally {
        $('publish').disabled = $('watch').disabled = false;
        show();
    }
}

// Sums over the streams of one connection, and what they grew by since the last call.
async function measure(connection) {
    const sum = {bytes: 0, lost: 0, packets: 0, fps: 0, height: 0, width: 0, codec: '', rttMs: null, estimate: null, frames: 0};
    const stats = await connection.pc.getStats();
    stats.forEach((each) => {
        if (each.type === 'inbound-rtp' || each.type === 'outbound-rtp') {
            sum.bytes += each.bytesReceived ?? each.bytesSent ?? 0;
            sum.packets += each.packetsReceived ?? each.packetsSent ?? 0;
            sum.lost += each.packetsLost ?? 0;
            if (each.kind === 'video' && (each.frameHeight ?? 0) >= sum.height) {
                sum.height = each.frameHeight ?? 0;
                sum.width = each.frameWidth ?? 0;
                sum.fps = each.framesPerSecond ?? 0;
                sum.frames = each.framesDecoded ?? each.framesEncoded ?? 0;
                sum.codec = (stats.get(each.codecId)?.mimeType ?? '').replace('video/', '');
            }
        } else if (each.type === 'remote-inbound-rtp') {
            sum.lost += each.packetsLost ?? 0;
        } else if (each.type === 'transport') {
            const pair = stats.get(each.selectedCandidatePairId) ?? {};
            sum.rttMs = pair.currentRoundTripTime === undefined ? null : Math.round(pair.currentRoundTripTime * 1000);
            sum.estimate = connection.name === 'you' && pair.availableOutgoingBitrate ? Math.round(pair.availableOutgoingBitrate / 1000) : null;
        }
    });
    const now = performance.now();
    const {bytes = sum.bytes, at = now - 1000, lost = sum.lost, packets = sum.packets} = connection.before;
    connection.before = {...sum, at: now};
    const grown = sum.packets - packets + sum.lost - lost;
    return {...sum, kbps: Math.round((sum.bytes - bytes) * 8 / (now - at)),
        loss: grown > 0 ? 100 * (sum.lost - lost) / grown : 0};
}

async function figures() {
    const rows = [];
    for (const connection of connections.values()) {
        const bytes = connection.before.bytes ?? 0;
        const now = await measure(connection);
        review(connection, now.bytes - bytes).catch(() => {});
        const row = document.createElement('tr');
        const cells = [connection.name, now.kbps, now.height ? `${now.width} × ${now.height}` : '–', Math.round(now.fps),
            now.codec || '–', `${now.loss.toFixed(1)} %`, now.rttMs === null ? '–' : `${now.rttMs} ms`, now.estimate ?? '–'];
        cells.forEach((text, i) => {
            const cell = document.createElement(i === 0 ? 'th' : 'td');
            if (i === 0) {
                cell.scope = 'row';
            }
            cell.textContent = plain(text);
            row.append(cell);
        });
        rows.push(row);
    }
    $('rows').replaceChildren(...rows);
}

$('room').value = new URLSearchParams(location.search).get('room') || `room-${Math.random().toString(36).slice(2, 7)}`;
$('form').onsubmit = (event) => event.preventDefault();
$('publish').onclick = () => connections.has('you') ? close('you') : attempt('Publishing', publish);
$('watch').onclick = () => { if (isWatching) { unwatch(); show(); } else { attempt('Watching', watch); } };
$('height').onchange = $('rate').onchange = () => Promise.all(viewed().map((name) => select(connections.get(name))))
    .catch((error) => say(`The video size could not be changed: ${error.message}.`, true));
$('copy').onclick = () => copy($('link').href, 'The link');
$('room').oninput = addresses;
window.onpagehide = () => [...connections.keys()].forEach(close);
setInterval(() => figures().catch(() => {}), 1000);
setInterval(() => follow().then(show).catch((error) => say(`${error.message}.`, true)), 3000);
addresses();
show();
