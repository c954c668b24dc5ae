// A participant that joins a room through lib-jitsi-meet, for the trial with Jicofo or its stand-in. This file is loaded before the library:
// it keeps the peer connections that the library makes, so that figures come from the browser and from no inner part of the library.
'use strict';

const connections = [];
let path; // the ports of a bridge and of a path to it, if media has to take that path
const NativePeerConnection = window.RTCPeerConnection;
window.RTCPeerConnection = class extends NativePeerConnection {
    constructor(...parameters) {
        super(...parameters);
        connections.push(this);
    }

    setRemoteDescription(description) {
        if (!path) {
            return super.setRemoteDescription(description);
        }
        const sdp = description.sdp.replaceAll(` ${path.from} typ `, ` ${path.to} typ `);
        return super.setRemoteDescription({type: description.type, sdp});
    }

    // With a path, the bridge learns no address of this page: it would send checks past the path.
    get localDescription() {
        const description = super.localDescription;
        return path && description
            ? new RTCSessionDescription({type: description.type, sdp: description.sdp.replace(/a=candidate:.*\r\n/g, '')})
            : description;
    }

    set onicecandidate(listener) {
        super.onicecandidate = path ? null : listener;
    }

    get onicecandidate() {
        return super.onicecandidate;
    }
};

const STEP_TIMEOUT_MS = 40000;
const POLL_MS = 100;

const remoteTracks = new Map(); // endpoint id and "audio", "video" or "desktop" -> JitsiRemoteTrack
const left = new Set();
const messages = [];
const captions = new Map(); // endpoint id -> its last caption
let channelOpen = false;
let connection;
let conference;
let localTracks = [];
let speaker;
let ownStatistics;

// The library shows a picture of this page's own as the screen: a headless browser has none.
const SCREEN = {width: 1280, height: 720, framesPerSecond: 5};
navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, SCREEN);
    const context = canvas.getContext('2d');
    let drawn = 0;
    setInterval(() => {
        context.fillStyle = `hsl(${drawn++ % 360} 60% 50%)`;
        context.fillRect(0, 0, SCREEN.width, SCREEN.height);
        context.fillStyle = 'black';
        context.font = '48px monospace';
        for (let line = 1; line <= 12; line++) {
            context.fillText(`line ${line} of picture ${drawn}`, 20, line * 55);
        }
    }, 1000 / SCREEN.framesPerSecond);
    return canvas.captureStream(SCREEN.framesPerSecond);
};

async function until(what, condition, timeoutMs = STEP_TIMEOUT_MS) {
    const deadline = Date.now() + timeoutMs;
    let value = await condition();
    while (!value) {
        if (Date.now() > deadline) {
            throw new Error(`waited ${timeoutMs / 1000} s for ${what}`);
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        value = await condition();
    }
    return value;
}

function connect(options) {
    const connection = new JitsiMeetJS.JitsiConnection(null, undefined, options);
    const events = JitsiMeetJS.events.connection;
    return new Promise((resolve, reject) => {
        connection.addEventListener(events.CONNECTION_ESTABLISHED, () => resolve(connection));
        connection.addEventListener(events.CONNECTION_FAILED, (error, message) => reject(new Error(`${error} ${message}`)));
        connection.connect();
    });
}

// Requests to be a visitor; the focus answers with the server of visitors, to which the connection is made again.
async function goToVisitorNode(deployment, options) {
    const redirected = new Promise((resolve) => {
        connection.addEventListener(JitsiMeetJS.events.connection.CONNECTION_REDIRECTED, (node, focusJid) => resolve(focusJid));
    });
    conference.join();
    const focusUserJid = await redirected;
    await connection.disconnect();
    const node = deployment.visitorNode;
    const there = {
        ...options,
        hosts: {domain: node.domain, muc: node.muc},
        serviceUrl: node.serviceUrl,
        disableFocus: true,
        focusUserJid
    };
    connection = await connect(there);
    conference = connection.initJitsiConference(deployment.room, there);
}

// Joins a room with camera and microphone, or as a visitor without; resolves with the endpoint's id.
async function join(deployment) {
    path = deployment.path;
    JitsiMeetJS.init({disableAudioLevels: true});
    JitsiMeetJS.setLogLevel(JitsiMeetJS.logLevels.WARN);
    const options = {
        hosts: {domain: deployment.domain, muc: deployment.muc, focus: deployment.focus},
        serviceUrl: deployment.serviceUrl,
        openBridgeChannel: deployment.channel,
        bridgeChannel: {preferSctp: deployment.channel === 'datachannel'},
        p2p: {enabled: false},
        disableSimulcast: false,
        videoQuality: {
            codecPreferenceOrder: [deployment.codec],
            mobileCodecPreferenceOrder: [deployment.codec],
            preferredCodec: deployment.codec, // until 2023
            enforcePreferredCodec: true
        },
        flags: {
            sourceNameSignaling: true, // in 2022, since then the only way
            ssrcRewritingEnabled: Boolean(deployment.rewriting)
        },
        enableIceRestart: Boolean(deployment.iceRestart),
        e2ee: {externallyManagedKey: true},
        testing: {enableCodecSelectionAPI: true}
    };
    connection = await connect({...options, preferVisitor: Boolean(deployment.visitorNode)});
    conference = connection.initJitsiConference(deployment.room, options);
    if (deployment.visitorNode) {
        await goToVisitorNode(deployment, options);
    }
    const events = JitsiMeetJS.events.conference;
    conference.on(events.TRACK_ADDED, (track) => {
        if (!track.isLocal()) {
            const kind = track.getVideoType() === 'desktop' ? 'desktop' : track.getType();
            remoteTracks.set(`${track.getParticipantId()} ${kind}`, track);
            const player = document.createElement(track.getType());
            player.autoplay = true;
            document.body.append(player);
            track.attach(player);
        }
    });
    conference.on(events.USER_LEFT, (id) => left.add(id));
    conference.on(events.ENDPOINT_MESSAGE_RECEIVED, (participant, message) => messages.push(message.text));
    conference.on(events.NON_PARTICIPANT_MESSAGE_RECEIVED, (from, result) => {
        if (from === 'transcriber' && result.event === 'transcription-result') {
            captions.set(result.participant.id, result.transcript[0].text);
            const line = document.createElement('p');
            line.textContent = `${result.participant.id}: ${result.transcript[0].text}`;
            document.body.append(line);
        }
    });
    conference.on(events.DATA_CHANNEL_OPENED, () => {
        channelOpen = true;
    });
    conference.on(events.DOMINANT_SPEAKER_CHANGED, (id) => {
        speaker = id;
    });
    conference.on(JitsiMeetJS.events.connectionQuality.LOCAL_STATS_UPDATED, (statistics) => {
        ownStatistics = statistics;
    });
    localTracks = deployment.visitorNode
        ? []
        : await JitsiMeetJS.createLocalTracks({devices: ['audio', 'video'], resolution: deployment.lines || 720});
    for (const track of localTracks) {
        await conference.addTrack(track);
    }
    conference.join();
    await until('the room', () => conference.isJoined());
    return {id: conference.myUserId()};
}

function mediaConnection() {
    return connections.filter((connection) => connection.connectionState === 'connected').at(-1);
}

async function stats(type) {
    const connection = mediaConnection();
    return connection ? [...(await connection.getStats()).values()].filter((entry) => entry.type === type) : [];
}

// What the browser says of one remote participant's camera, microphone or screen.
async function received(id, kind) {
    const track = remoteTracks.get(`${id} ${kind}`);
    const trackId = track && track.getTrack() && track.getTrack().id;
    const found = (await stats('inbound-rtp')).find((entry) => entry.trackIdentifier === trackId);
    return found && {
        height: found.frameHeight || 0,
        frames: found.framesDecoded || 0,
        frozenSeconds: found.totalFreezesDuration || 0,
        energy: found.totalAudioEnergy || 0,
        bytes: found.bytesReceived || 0
    };
}

// The codec in which a remote camera arrives, such as video/VP8.
async function codec(id) {
    await awaitFrames(id, 1);
    const track = remoteTracks.get(`${id} video`).getTrack();
    const found = (await stats('inbound-rtp')).find((entry) => entry.trackIdentifier === track.id);
    const used = (await stats('codec')).find((entry) => entry.id === found.codecId);
    return {mimeType: used ? used.mimeType : 'unknown'};
}

async function awaitChannel() {
    await until('the bridge channel', () => channelOpen);
}

async function awaitSound(id) {
    await until(`sound of ${id}`, async () => {
        const now = await received(id, 'audio');
        return now && now.energy > 0;
    });
}

// After it was muted: sound that goes on from now.
async function awaitSoundAgain(id) {
    const before = await until(`sound of ${id}`, () => received(id, 'audio'));
    await until(`more sound of ${id}`, async () => (await received(id, 'audio')).energy > before.energy);
}

function want(maxHeight) {
    conference.setReceiverConstraints({lastN: -1, defaultConstraints: {maxHeight}, constraints: {}});
}

// Asks for pictures of a height; resolves when they have come and stayed for some frames, with how long it took until they stayed and
// how long the picture stood still since it was asked for.
async function awaitHeight(id, maxHeight, minHeight, frames = 60) {
    const before = await until(`video of ${id}`, () => received(id, 'video'));
    const askedAt = performance.now();
    want(maxHeight);
    let first;
    const last = await until(`pictures of ${minHeight} to ${maxHeight} lines`, async () => {
        const now = await received(id, 'video');
        if (!now || now.height > maxHeight || now.height < minHeight || now.frames <= before.frames) {
            first = undefined;
            return undefined;
        }
        first ||= {frames: now.frames, seconds: (performance.now() - askedAt) / 1000};
        return now.frames >= first.frames + frames && now;
    });
    return {seconds: first.seconds, height: last.height, frozenSeconds: last.frozenSeconds - before.frozenSeconds};
}

async function awaitFrames(id, frames, kind = 'video') {
    return until(`frame ${frames} of ${id}, ${kind}`, async () => {
        const now = await received(id, kind);
        return now && now.frames >= frames && now;
    });
}

// Pictures of a camera or a screen that go on from now, of at least this many lines; with how long it took.
async function awaitPicture(id, kind, minHeight) {
    const since = performance.now();
    const before = await until(`${kind} of ${id}`, () => received(id, kind));
    await until(`pictures of ${minHeight} lines of ${id}, ${kind}`, async () => {
        const now = await received(id, kind);
        return now.frames >= before.frames + 10 && now.height >= minHeight;
    });
    return {height: (await received(id, kind)).height, seconds: (performance.now() - since) / 1000};
}

// How a microphone and a camera arrive over some seconds.
async function quality(id, seconds) {
    const entry = async (kind) => {
        const track = remoteTracks.get(`${id} ${kind}`).getTrack();
        return (await stats('inbound-rtp')).find((each) => each.trackIdentifier === track.id);
    };
    const [soundBefore, pictureBefore] = [await entry('audio'), await entry('video')];
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const [sound, picture] = [await entry('audio'), await entry('video')];
    const grown = (after, before, name) => (after[name] || 0) - (before[name] || 0);
    const packets = grown(sound, soundBefore, 'packetsReceived');
    const lost = grown(sound, soundBefore, 'packetsLost');
    return {
        packets,
        lost: lost / Math.max(1, lost + packets),
        concealed: grown(sound, soundBefore, 'concealedSamples') / Math.max(1, grown(sound, soundBefore, 'totalSamplesReceived')),
        frames: grown(picture, pictureBefore, 'framesDecoded'),
        frozenSeconds: grown(picture, pictureBefore, 'totalFreezesDuration'),
        height: picture.frameHeight || 0
    };
}

// Bits a second of one remote camera over some seconds.
async function bitrate(id, seconds) {
    const before = await received(id, 'video');
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const after = await received(id, 'video');
    return {bitrateBps: 8 * (after.bytes - before.bytes) / seconds};
}

async function setCameraMuted(muted) {
    const camera = localTracks.find((track) => track.getType() === 'video');
    await (muted ? camera.mute() : camera.unmute());
}

async function awaitStill(id) {
    let last = -1;
    let since = performance.now();
    await until(`the picture of ${id} to stop`, async () => {
        const now = await received(id, 'video');
        const frames = now ? now.frames : 0;
        if (frames !== last) {
            last = frames;
            since = performance.now();
        }
        return performance.now() - since > 2000;
    });
    return {frames: last};
}

function setMicrophoneMuted(muted) {
    const microphone = localTracks.find((track) => track.getType() === 'audio');
    return muted ? microphone.mute() : microphone.unmute();
}

// As a moderator mutes another participant.
function muteOther(id) {
    conference.muteParticipant(id, 'audio');
}

async function awaitMicrophoneMuted() {
    await until('the microphone to be muted', () => localTracks.find((track) => track.getType() === 'audio').isMuted());
}

async function awaitSpeaker(id) {
    const since = performance.now();
    await until(`${id} to be the speaker, and not ${speaker}`, () => speaker === id);
    return {seconds: (performance.now() - since) / 1000};
}

async function shareScreen() {
    const tracks = await JitsiMeetJS.createLocalTracks({devices: ['desktop']});
    for (const track of tracks) {
        await conference.addTrack(track);
        localTracks.push(track);
    }
}

async function stopScreen() {
    for (const track of localTracks.filter((each) => each.getVideoType() === 'desktop')) {
        await conference.removeTrack(track);
        await track.dispose();
    }
    localTracks = localTracks.filter((track) => track.getVideoType() !== 'desktop');
}

async function leave() {
    await conference.leave();
    await connection.disconnect();
}

// What a receiver wants, in the library's words.
function constrain(constraints) {
    conference.setReceiverConstraints(constraints);
}

// Encrypts end to end with a key that all pages share.
async function encrypt() {
    const key = new Uint8Array(32).fill(7);
    conference.toggleE2EE(true);
    conference.setMediaEncryptionKey({encryptionKey: key, index: 0});
}

// What the library shows its user of the own connection.
async function awaitConnectionStatistics() {
    await until('statistics of the connection', () => ownStatistics && ownStatistics.bandwidth && ownStatistics.bandwidth.download > 0);
    return {downloadKbps: ownStatistics.bandwidth.download};
}

// Restarts ICE in place; resolves when the connection goes on under new credentials.
async function restartIce() {
    const before = mediaConnection().currentLocalDescription.sdp.match(/a=ice-ufrag:(.*)/)[1];
    const since = performance.now();
    await conference.restartJvbIce();
    await until('new ICE credentials', () => {
        const description = mediaConnection() && mediaConnection().currentLocalDescription;
        return description && description.sdp.match(/a=ice-ufrag:(.*)/)[1] !== before;
    });
    return {seconds: (performance.now() - since) / 1000};
}

// The port of the bridge that carries this page's media.
async function bridgePort() {
    const pair = await until('a pair of candidates', async () =>
        (await stats('candidate-pair')).find((entry) => entry.nominated && entry.state === 'succeeded'));
    const remote = (await stats('remote-candidate')).find((entry) => entry.id === pair.remoteCandidateId);
    return {port: remote.port};
}

// All that the browser knows of its connections, for a row that failed.
async function statistics() {
    const all = [];
    for (const each of connections) {
        all.push({state: each.connectionState, stats: [...(await each.getStats()).values()]});
    }
    return {json: JSON.stringify(all)};
}

function say(id, text) {
    conference.sendMessage({text}, id, true);
}

async function awaitMessage(text) {
    await until(`the message ${text}`, () => messages.includes(text));
}

// What a participant said, as the transcriber understood it.
async function awaitCaption(id) {
    return {text: await until(`a caption of ${id}`, () => captions.get(id), 90000)};
}

// The browser's estimate of what it can send: when it reaches a figure, or else what it is in the end.
async function awaitEstimate(bitsPerSecond, limitSeconds) {
    const since = performance.now();
    const elapsed = () => (performance.now() - since) / 1000;
    let bitrateBps = 0;
    await until('an estimate', async () => {
        const pair = (await stats('candidate-pair')).find((entry) => entry.nominated && entry.availableOutgoingBitrate);
        bitrateBps = pair ? pair.availableOutgoingBitrate : 0;
        return bitrateBps >= bitsPerSecond || elapsed() > limitSeconds;
    });
    return {bitrateBps, seconds: elapsed()};
}

function messageCount(text) {
    return {count: messages.filter((each) => each === text).length};
}

// Sound and pictures of so many participants, whoever the library takes them for: it shows none whose presence it has not seen.
async function awaitReceived(count) {
    const heardAndSeen = async () => {
        const streams = await stats('inbound-rtp');
        return [
            streams.filter((stream) => stream.kind === 'audio' && stream.totalAudioEnergy > 0).length,
            streams.filter((stream) => stream.kind === 'video' && stream.framesDecoded >= 10).length
        ];
    };
    await until(`sound and pictures of ${count}`, async () => (await heardAndSeen()).every((each) => each >= count));
}

async function awaitLeft(id) {
    const since = performance.now();
    await until(`${id} to leave`, () => left.has(id));
    return {seconds: (performance.now() - since) / 1000};
}

// After the bridge ended: a new connection carries video that goes on.
async function awaitMediaAgain(id, connectionsBefore, limitSeconds) {
    const since = performance.now();
    await until('a new connection', () => connections.length > connectionsBefore && mediaConnection(), limitSeconds * 1000);
    const first = await until(`video of ${id}`, () => received(id, 'video'));
    await awaitFrames(id, first.frames + 10);
    return {seconds: (performance.now() - since) / 1000};
}

function connectionCount() {
    return {count: connections.length};
}
