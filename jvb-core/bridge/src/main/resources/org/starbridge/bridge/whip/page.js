// Publishes by WHIP (RFC 9725) and watches by WHEP, with nothing but what browsers have.
'use strict';

const $ = (id) => document.getElementById(id);
// What is open, by name.
const connections = new Map();

function say(text, isError = false) {
    $('status').textContent = text;
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
    caption.textContent = name;
    figure.append(video, caption);
    figure.setCaption = (text) => { caption.textContent = text; };
    $('grid').append(figure);
    video.play().catch(() => { video.muted = true; video.play().catch(() => {}); });
    return figure;
}

async function refusal(response) {
    const problem = await response.json().catch(() => ({}));
    return new Error(problem.detail || problem.error?.text || `the bridge answers ${response.status}`);
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
        links: '', events: null};
    connections.set(name, connection);
    pc.onconnectionstatechange = () => {
        if (pc.connectionState === 'disconnected' || pc.connectionState === 'failed') {
            say(`${name}: connecting again.`);
            restart(connection).catch((error) => {
                say(`${name}: the connection is lost: ${error.message}.`, true);
                close(name);
            });
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
    const caption = () => {
        const viewers = room.viewers === 1 ? '1 viewer' : `${room.viewers} viewers`;
        connection.figure?.setCaption(`${connection.name} · ${viewers}${room.isActive ? '' : ' · nothing is sent'}`);
    };
    events.addEventListener('active', () => { room.isActive = true; caption(); });
    events.addEventListener('inactive', () => { room.isActive = false; caption(); });
    events.addEventListener('viewercount', (event) => {
        room.viewers = JSON.parse(event.data).viewercount;
        caption();
    });
    events.addEventListener('reconnect', () => again(connection));
}

// The bridge is about to end the session: another one takes its place, perhaps by another bridge under the same name.
async function again({name, source}) {
    close(name);
    say(`${name}: connecting again.`);
    for (let i = 0; isWatching && i < 60 && !connections.has(name); i++) {
        await new Promise((done) => setTimeout(done, 2000));
        if (isWatching && !connections.has(name)) {
            await view(name, source).then(() => say('Watching.'), (error) => say(`${name}: ${error.message}.`, true));
        }
    }
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
    say('Publishing.');
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
    if ($('who').value === 'speaker') {
        await view('who speaks', null);
    } else {
        isWatching = true;
        await follow();
    }
    isWatching = true;
    say('Watching.');
}

function unwatch() {
    isWatching = false;
    viewed().forEach(close);
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

async function attempt(what, action) {
    $('publish').disabled = $('watch').disabled = true;
    try {
        await action();
    } catch (error) {
        if (what === 'Watching') {
            isWatching = false;
        }
        say(`${what} did not work: ${error.message}.`, true);
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
        const now = await measure(connection);
        const row = document.createElement('tr');
        const cells = [connection.name, now.kbps, now.height ? `${now.width} × ${now.height}` : '–', Math.round(now.fps),
            now.codec || '–', `${now.loss.toFixed(1)} %`, now.rttMs === null ? '–' : `${now.rttMs} ms`, now.estimate ?? '–'];
        cells.forEach((text, i) => {
            const cell = document.createElement(i === 0 ? 'th' : 'td');
            if (i === 0) {
                cell.scope = 'row';
            }
            cell.textContent = text;
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
    .catch((error) => say(`The picture could not be selected: ${error.message}.`, true));
$('copy').onclick = () => navigator.clipboard.writeText($('link').href)
    .then(() => say('The link is copied.'), () => say('The link could not be copied.', true));
window.onpagehide = () => [...connections.keys()].forEach(close);
setInterval(() => figures().catch(() => {}), 1000);
setInterval(() => follow().then(show).catch((error) => say(`${error.message}.`, true)), 3000);
show();
