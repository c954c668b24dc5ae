// Publishes by WHIP (RFC 9725) and watches by WHEP, with nothing but what browsers have.
'use strict';

const $ = (id) => document.getElementById(id);
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

// Controls of text direction would reverse what follows a name: they show as replacement characters.
const plain = (text) => String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

function say(text, isError = false) {
    $('status').textContent = plain(text);
    $('status').classList.toggle('error', isError);
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
    stream.getTracks().forEach((track) => addTrack(pc, track, stream));
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
    for (const id of ['room', 'token', 'kind', 'who', 'camera', 'microphone', 'codec', 'layers']) {
        $(id).disabled = connections.size > 0 || isWatching || hlsPlayer !== null;
    }
    for (const id of ['camera', 'microphone']) {
        $(id).parentElement.hidden = $('kind').value !== 'camera';
    }
    showMutes();
    showHls();
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
        say(`${what} failed: ${error.message}.`, true);
    } finally {
        $('publish').disabled = $('watch').disabled = false;
        show();
    }
}

$('room').value = new URLSearchParams(location.search).get('room') || `room-${Math.random().toString(36).slice(2, 7)}`;
$('form').onsubmit = (event) => event.preventDefault();
$('publish').onclick = () => connections.has('you') ? close('you') : attempt('Publishing', publish);
$('watch').onclick = () => { if (isWatching) { unwatch(); show(); } else { attempt('Watching', watch); } };
$('play-hls').onclick = () => { if (hlsPlayer) { stopHls(); show(); } else { attempt('Playing HLS', playHls); } };
$('height').onchange = $('rate').onchange = () => Promise.all(viewed().map((name) => select(connections.get(name))))
    .catch((error) => say(`The video size could not be changed: ${error.message}.`, true));
$('kind').onchange = show;
$('mute-audio').onclick = () => mute('audio');
$('mute-video').onclick = () => mute('video');
$('copy').onclick = () => copy($('link').href, 'The link');
$('room').oninput = addresses;
window.onpagehide = () => [...connections.keys()].forEach(close);
setInterval(() => figures().catch(() => {}), 1000);
setInterval(() => follow().then(show).catch((error) => say(`${error.message}.`, true)), 3000);
listDevices().catch(() => {});
addresses();
show();
