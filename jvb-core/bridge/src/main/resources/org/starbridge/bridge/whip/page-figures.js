// Figures of each connection, measured by this browser every second.
'use strict';

// Sums over the streams of one connection, and what they grew by since the last call.
async function measure(connection) {
    const sum = {bytes: 0, lost: 0, packets: 0, fps: 0, height: 0, width: 0, codec: '', rttMs: null, estimate: null, frames: 0,
        waitedMs: 0, emitted: 0, freezes: 0};
    const stats = await connection.pc.getStats();
    stats.forEach((each) => {
        if (each.type === 'inbound-rtp' || each.type === 'outbound-rtp') {
            sum.bytes += each.bytesReceived ?? each.bytesSent ?? 0;
            sum.packets += each.packetsReceived ?? each.packetsSent ?? 0;
            sum.lost += each.packetsLost ?? 0;
            if (each.kind === 'video') {
                sum.waitedMs += 1000 * (each.jitterBufferDelay ?? 0);
                sum.emitted += each.jitterBufferEmittedCount ?? 0;
                sum.freezes += each.freezeCount ?? 0;
            }
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
    const {bytes = sum.bytes, at = now - 1000, lost = sum.lost, packets = sum.packets, waitedMs = 0, emitted = 0} = connection.before;
    connection.before = {...sum, at: now};
    const grown = sum.packets - packets + sum.lost - lost;
    return {...sum, kbps: Math.round((sum.bytes - bytes) * 8 / (now - at)),
        delayMs: sum.emitted > emitted ? Math.round((sum.waitedMs - waitedMs) / (sum.emitted - emitted) + (sum.rttMs ?? 0) / 2) : null,
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
            now.codec || '–', `${now.loss.toFixed(1)} %`, now.delayMs === null ? '–' : `${now.delayMs} ms`,
            now.rttMs === null ? '–' : `${now.rttMs} ms`, connection.name === 'you' ? '–' : now.freezes, now.estimate ?? '–'];
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
