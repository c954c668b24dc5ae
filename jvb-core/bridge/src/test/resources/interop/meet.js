// A participant that joins a room through lib-jitsi-meet, for the trial with Jicofo or its stand-in. This file is loaded before the library:
// it keeps the peer connections that the library makes, so that figures come from the browser and from no inner part of the library.
'use strict';

const connections = [];
const NativePeerConnection = window.RTCPeerConnection;
window.RTCPeerConnection = class extends NativePeerConnection {
    constructor(...parameters) {
        super(...parameters);
        connections.push(this);
    }
};

const STEP_TIMEOUT_MS = 40000;
const POLL_MS = 100;

const remoteTracks = new Map(); // endpoint id and media type -> JitsiRemoteTrack
const left = new Set();
const messages = [];
let channelOpen = false;
let conference;
let localTracks = [];

async function until(what, condition) {
    const deadline = Date.now() + STEP_TIMEOUT_MS;
    let value = await condition();
    while (!value) {
        if (Date.now() > deadline) {
            throw new Error(`waited ${STEP_TIMEOUT_MS / 1000} s for ${what}`);
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

// Joins a room with camera and microphone; resolves with the endpoint's id.
async function join(deployment) {
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
        flags: {sourceNameSignaling: true}, // in 2022, since then the only way
        testing: {enableCodecSelectionAPI: true}
    };
    const connection = await connect(options);
    conference = connection.initJitsiConference(deployment.room, options);
    const events = JitsiMeetJS.events.conference;
    conference.on(events.TRACK_ADDED, (track) => {
        if (!track.isLocal()) {
            remoteTracks.set(`${track.getParticipantId()} ${track.getType()}`, track);
            const player = document.createElement(track.getType());
            player.autoplay = true;
            document.body.append(player);
            track.attach(player);
        }
    });
    conference.on(events.USER_LEFT, (id) => left.add(id));
    conference.on(events.ENDPOINT_MESSAGE_RECEIVED, (participant, message) => messages.push(message.text));
    conference.on(events.DATA_CHANNEL_OPENED, () => {
        channelOpen = true;
    });
    localTracks = await JitsiMeetJS.createLocalTracks({devices: ['audio', 'video'], resolution: 720});
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

// What the browser says of one remote participant's camera or microphone.
async function received(id, kind) {
    const track = remoteTracks.get(`${id} ${kind}`);
    const trackId = track && track.getTrack() && track.getTrack().id;
    const found = (await stats('inbound-rtp')).find((entry) => entry.kind === kind && entry.trackIdentifier === trackId);
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

function want(maxHeight) {
    conference.setReceiverConstraints({lastN: -1, defaultConstraints: {maxHeight}, constraints: {}});
}

// Asks for pictures of a height; resolves when they have come and stayed for 60 frames, with how long it took until they stayed and
// how long the picture stood still since it was asked for.
async function awaitHeight(id, maxHeight, minHeight) {
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
        return now.frames >= first.frames + 60 && now;
    });
    return {seconds: first.seconds, height: last.height, frozenSeconds: last.frozenSeconds - before.frozenSeconds};
}

async function awaitFrames(id, frames) {
    return until(`frame ${frames} of ${id}`, async () => {
        const now = await received(id, 'video');
        return now && now.frames >= frames && now;
    });
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

function say(id, text) {
    conference.sendMessage({text}, id, true);
}

async function awaitMessage(text) {
    await until(`the message ${text}`, () => messages.includes(text));
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

async function awaitLeft(id) {
    const since = performance.now();
    await until(`${id} to leave`, () => left.has(id));
    return {seconds: (performance.now() - since) / 1000};
}

// After the bridge was restarted: a new connection carries video that goes on.
async function awaitMediaAgain(id, connectionsBefore) {
    const since = performance.now();
    await until('a new connection', () => connections.length > connectionsBefore && mediaConnection());
    const first = await until(`video of ${id}`, () => received(id, 'video'));
    await awaitFrames(id, first.frames + 10);
    return {seconds: (performance.now() - since) / 1000};
}

function connectionCount() {
    return {count: connections.length};
}
