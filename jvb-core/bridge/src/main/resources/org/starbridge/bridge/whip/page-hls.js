// Plays the room's HLS beside the call, with its distance to what is sent now. hls.js is loaded when it is first needed.
'use strict';

let hlsPlayer = null;

function load(path) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = path;
        script.onload = resolve;
        script.onerror = () => reject(new Error('the player could not be loaded'));
        document.head.append(script);
    });
}

// Seconds between what is shown and what is sent now.
function behindLive({video, hls}) {
    const shown = hls ? hls.playingDate : video.getStartDate && new Date(video.getStartDate().getTime() + video.currentTime * 1000);
    const seconds = shown && !Number.isNaN(shown.getTime()) ? (Date.now() - shown.getTime()) / 1000 : hls?.latency;
    return video.currentTime > 0 && Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function captionOfHls() {
    if (hlsPlayer) {
        const seconds = behindLive(hlsPlayer);
        hlsPlayer.figure.setCaption(`HLS · ${hlsPlayer.problem || (seconds === null ? 'waiting for media' : `${seconds.toFixed(1)} s behind live`)}`);
    }
}

async function playHls() {
    const url = new URL(`/hls/${room()}/index.m3u8`, location).href;
    const figure = picture('HLS', null, true);
    const video = figure.querySelector('video');
    video.controls = true; // it begins without sound, which may already be heard by WHEP
    const player = hlsPlayer = {figure, video, hls: null, problem: ''};
    player.timer = setInterval(captionOfHls, 500);
    captionOfHls();
    if (!window.Hls) {
        await load('/hls.js');
    }
    if (hlsPlayer !== player) {
        return;
    }
    if (!Hls.isSupported()) {
        video.src = url; // the browser plays HLS itself, or not at all
        return;
    }
    const hls = player.hls = new Hls({
        lowLatencyMode: true, maxLiveSyncPlaybackRate: 1.5, enableWorker: false,
        xhrSetup: (request) => Object.entries(headers()).forEach(([name, value]) => request.setRequestHeader(name, value))
    });
    hls.on(Hls.Events.ERROR, (_, {fatal, details, response}) => {
        if (!fatal) {
            return;
        }
        player.problem = response?.code ? `the bridge answered ${response.code}` : details;
        captionOfHls();
        setTimeout(() => { // the publisher may come later
            if (hlsPlayer === player) {
                player.problem = '';
                hls.loadSource(url);
                hls.startLoad();
            }
        }, 3000);
    });
    hls.loadSource(url);
    hls.attachMedia(video);
    video.play().catch(() => {});
}

function stopHls() {
    clearInterval(hlsPlayer.timer);
    hlsPlayer.hls?.destroy();
    hlsPlayer.figure.remove();
    hlsPlayer = null;
}

function showHls() {
    $('play-hls').setAttribute('aria-pressed', hlsPlayer !== null);
    $('play-hls').textContent = hlsPlayer ? 'Stop HLS' : 'Play HLS';
}
