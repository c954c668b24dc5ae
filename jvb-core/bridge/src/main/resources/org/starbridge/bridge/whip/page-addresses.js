// Addresses of the room for other clients, to copy.
'use strict';

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
