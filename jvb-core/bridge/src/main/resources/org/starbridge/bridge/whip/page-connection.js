// Connections by WHIP (RFC 9725) and WHEP: opened, watched over, restarted and closed.
'use strict';

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

// What the bridge says keeps a connection from being made; nothing if it knows of no obstacle.
async function whyNot(connection) {
    const response = await fetch(`${connection.session}/why-not`, {headers: headers()});
    if (response.status === 404) {
        throw Object.assign(new Error('the bridge has ended the session'), {isEnded: true});
    }
    const diagnosis = response.ok ? await response.json() : {};
    return diagnosis.connected ? '' : (diagnosis.verdict ?? '').replace(/\.$/, '');
}

function headers(type) {
    const token = $('token').value.trim();
    return {...(type ? {'Content-Type': type} : {}), ...(token ? {Authorization: `Bearer ${token}`} : {})};
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
