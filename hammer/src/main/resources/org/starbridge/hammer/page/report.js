'use strict';
(() => {
  const $ = id => document.getElementById(id);
  let data;
  let charts = [];

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const line = n => css('--c' + n % 6);
  const finite = v => v !== null && v !== undefined && Number.isFinite(v);

  /** Three significant digits, thousands with commas. */
  function num(v, unit) {
    if (!finite(v)) return '–';
    const a = Math.abs(v);
    const text = a >= 100 || Number.isInteger(v) ? Math.round(v).toLocaleString('en') : String(Number(v.toPrecision(3)));
    return unit ? text + ' ' + unit : text;
  }

  const compact = new Intl.NumberFormat('en', {notation: 'compact', maximumSignificantDigits: 3});

  /** A number beside an axis, where there is little room. */
  function tick(v) {
    return Math.abs(v) < 10000 ? num(v) : compact.format(v);
  }

  function ms(nanos) {
    if (!finite(nanos)) return '–';
    return nanos < 1e6 ? num(nanos / 1e3, 'µs') : num(nanos / 1e6, 'ms');
  }

  function element(tag, text, className) {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (className) e.className = className;
    return e;
  }

  // ---- the run over time -------------------------------------------------------------------------------------

  const column = name => (data.series.columns || {})[name];
  const measured = name => { const c = column(name); return !!c && c.some(finite); };

  /** When each measured window began and ended. */
  function windows() {
    const phases = data.series.phases;
    const end = data.series.seconds.at(-1) || 0;
    return phases.map((p, i) => ({run: p.run, name: p.name, from: p.fromSeconds, to: i + 1 < phases.length ? phases[i + 1].fromSeconds : end}))
      .filter(p => p.name === 'measuring' && p.to > p.from);
  }

  /** A column's mean in the measured window of a run. */
  function mean(name, run) {
    const values = column(name);
    const w = windows().find(x => x.run === run);
    if (!values || !w) return null;
    let sum = 0, n = 0;
    data.series.seconds.forEach((t, i) => { if (t > w.from + 1 && t <= w.to + .5 && finite(values[i])) { sum += values[i]; n++; } });
    return n ? sum / n : null;
  }

  const total = (...columns) => column(columns[0]).map((_, i) => {
    const values = columns.map(c => column(c)[i]);
    return values.every(finite) ? values.reduce((a, b) => a + b) : null;
  });

  function layerColumns() {
    return Object.keys(data.series.columns || {}).filter(c => /^layer\d+$/.test(c)).sort((a, b) => a.slice(5) - b.slice(5));
  }

  const threadColumns = () => Object.keys(data.series.columns || {}).filter(c => c.startsWith('thread ') && column(c).some(v => v > 0));

  /** Plots of what viewers over HLS have none of. */
  const OF_CONFERENCES = ['streams', 'packets', 'missing', 'layers', 'links', 'gc', 'threads'];

  /** All plots; one without a measured column is left out. */
  function plotList() {
    const own = (label, name, scale, dash) => measured(name) ? {label, values: column(name), scale, dash} : null;
    const list = [];
    const add = (id, title, note, axes, series, more) =>
      list.push({id, title, note, axes, series: series.filter(s => s), ...more});
    if (measured('bridgeUserPercent') && measured('streams')) {
      add('overview', 'Bitrate, CPU and streams', 'The plot of the 2013 evaluation: incoming plus outgoing bitrate, and CPU of the bridge.',
        [{scale: 'y', label: 'Mbit/s'}, {scale: 'cpu', label: '% of a core', side: 1}, {scale: 'streams', label: 'streams', side: 1}],
        [{label: 'Mbit/s in + out', values: total('sentMbps', 'receivedMbps')},
          {label: 'bridge CPU %', values: total('bridgeUserPercent', 'bridgeSystemPercent'), scale: 'cpu'},
          own('streams', 'streams', 'streams')], {wide: true, height: 300});
    }
    if (measured('viewers')) {
      add('viewers', 'Viewers', 'Viewers that have started, are playing, and have failed.', [{scale: 'y', label: 'viewers', zero: true}],
        [own('begun', 'viewers'), own('play', 'viewersPlaying'), own('gave up', 'viewersFailed')]);
      add('requests', 'Requests per second', 'Answered and failed requests.', [{scale: 'y', label: 'requests/s', zero: true}],
        [own('requests', 'requestsPerSecond')]);
      add('behind', 'Delay since capture', 'Mean of all viewers that play, by EXT-X-PROGRAM-DATE-TIME.', [{scale: 'y', label: 's', zero: true}],
        [own('behind', 'behindSeconds')]);
      add('stalls', 'Stalls', 'All viewers, since the run began.', [{scale: 'y', label: 'stalls', zero: true}], [own('stalls', 'stalls')]);
    }
    add('streams', 'Streams and endpoints', 'Pairs of a receiver and a flowing stream; endpoints with DTLS keys.',
      [{scale: 'y', label: 'streams'}, {scale: 'n', label: 'endpoints', side: 1}],
      [own('streams', 'streams'), own('joined', 'joined', 'n'), own('guests', 'guests', 'n')]);
    if ((data.series.joins || []).length) {
      const rooms = roomList();
      add('joins', 'Joins', 'A row for each endpoint' + (rooms.length > 1 ? ', by room' : '') + ': orange while it joins, green while connected, red if it failed.',
        [{scale: 'y', label: rooms.length > 1 ? 'room' : 'endpoint'}, {scale: 'cpu', label: '% of a core', side: 1}],
        [{label: 'endpoints with keys', values: column('joined') || [], hidden: true},
          measured('bridgeUserPercent') ? {label: 'bridge CPU %', values: total('bridgeUserPercent', 'bridgeSystemPercent'), scale: 'cpu'} : null],
        {paint: paintJoins, rows: true, rooms: rooms.length > 1 ? rooms : null, wide: rooms.length > 1, height: rooms.length > 1 ? 340 : 220});
    }
    add('packets', 'Packets per second', 'Into the bridge (with RTCP) and out of it (RTP).', [{scale: 'y', label: 'packets/s'}],
      [own('into the bridge', 'sentPacketsPerSecond'), own('out of the bridge', 'receivedPacketsPerSecond')]);
    add('bitrate', 'Bitrate', measured('viewers') ? 'Bodies of all HTTP answers, over TCP.' : 'UDP payload.', [{scale: 'y', label: 'Mbit/s'}],
      [own('into the bridge', 'sentMbps'), own(measured('viewers') ? 'out of the server' : 'out of the bridge', 'receivedMbps')]);
    if (measured('delayP50Ms')) {
      add('delay', 'Delay through the bridge', 'Heat map of packets, and percentiles of each second.', [{scale: 'y', label: 'ms', log: true}],
        [own('p50', 'delayP50Ms'), own('p90', 'delayP90Ms'), own('p99', 'delayP99Ms'), own('max', 'delayMaxMs')],
        {paint: paintHeat, wide: true, height: 300});
    }
    add('missing', 'Missing packets', 'In the window so far; late packets count until they arrive.', [{scale: 'y', label: 'packets', zero: true}],
      [own('missing', 'missing'), own('wrong content', 'contentErrors')]);
    add('cpu', 'CPU', 'Percent of one core.', [{scale: 'y', label: '% of a core'}],
      [own('bridge, user', 'bridgeUserPercent'), own('bridge, system', 'bridgeSystemPercent'), own('Hammer', 'hammerCpuPercent', 'y', [6, 4])]);
    add('threads', 'Bridge CPU by kind of thread', 'Percent of one core.', [{scale: 'y', label: '% of a core'}],
      threadColumns().map(c => own(c.slice(7), c)));
    add('memory', 'Bridge memory', 'Resident memory of the process, and native memory by its own count.', [{scale: 'y', label: 'MB', zero: true}],
      [own('resident', 'bridgeRssMb'), own('native', 'bridgeNativeMb')]);
    add('gc', 'Garbage collection', 'Collections in each second; the longest pause since the bridge began.',
      [{scale: 'y', label: 'collections/s', zero: true}, {scale: 'ms', label: 'ms', side: 1}],
      [own('collections', 'gcPerSecond'), own('longest pause', 'gcPauseMaxMs', 'ms')]);
    add('layers', 'Layers received', 'Video sources by their height, over all receivers.', [{scale: 'y', label: 'sources', zero: true}],
      layerColumns().map(c => own(c === 'layer0' ? 'unknown' : c.slice(5) + ' px', c)));
    add('links', 'Estimates and links', 'Sum of the bridge’s estimates for all endpoints; capacity and throughput of all emulated links.',
      [{scale: 'y', label: 'Mbit/s', zero: true}],
      [own('estimates', 'estimatesMbps'), own('link rates', 'linkRateMbps', 'y', [6, 4]), own('delivered', 'linkDeliveredMbps')]);
    Object.keys(data.series.columns || {}).filter(c => c.startsWith('scraped ') && new Set(column(c).filter(finite)).size > 1).slice(0, 24).forEach(c =>
      add(c, c.slice(8), 'Scraped from the target.', [{scale: 'y', label: ''}], [own(c.slice(8), c)]));
    const rank = plot => { const i = (data.plots || []).indexOf(plot.id); return i < 0 ? Infinity : i; };
    list.sort((a, b) => rank(a) === rank(b) ? 0 : rank(a) - rank(b));
    return measured('viewers') ? list.filter(plot => !OF_CONFERENCES.includes(plot.id)) : list;
  }

  // ---- what runs cost and lose, by their load ------------------------------------------------------------------

  /** Plots over the load of all runs, sorted by it; none for fewer than three different loads. */
  function curveList() {
    const hls = data.runs.length > 0 && isHls(0);
    const loadOf = r => hls ? r.begun : r.couplesExpected;
    const runs = data.runs.filter(run => finite(loadOf(run.result))).sort((a, b) => loadOf(a.result) - loadOf(b.result));
    const x = [...new Set(runs.map(run => loadOf(run.result)))];
    if (x.length < 3) return [];
    const kinds = hls ? [''] : [...new Set(runs.map(run => run.result.kinds))];
    const own = (label, value, scale) => kinds.map(kind => {
      const values = x.map(load => {
        const run = runs.findLast(r => loadOf(r.result) === load && (hls || r.result.kinds === kind));
        return run ? value(run.result) : null;
      });
      return values.some(finite) ? {label: kinds.length > 1 ? kind + ', ' + label : label, values, scale} : null;
    }).filter(s => s);
    const marks = u => clipped(u, ctx => runs.filter(run => run.verdict.kind !== 'held').forEach(run => {
      ctx.fillStyle = css(run.verdict.kind === 'broke' ? '--broke' : '--doubt');
      ctx.globalAlpha = .5;
      ctx.fillRect(u.valToPos(loadOf(run.result), 'x', true) - devicePixelRatio, u.bbox.top, 2 * devicePixelRatio, u.bbox.height);
    }));
    const curve = (id, title, note, axes, ...series) => ({id, title, note, axes, series: series.flat(), x, unit: hls ? 'viewers' : 'pairs', paint: marks});
    const of = hls ? 'server' : 'bridge';
    const cpu = r => hls ? (r.server ? r.server.cores * 100 : null) : finite(r.bridgeCpuNanos) ? r.bridgeCpuNanos / 1e7 / r.seconds : null;
    const delay = (r, p) => hls ? (r.latency.count ? r.latency[p] / 1e3 : null) : finite((r.delayNanos || {})[p]) ? r.delayNanos[p] / 1e6 : null;
    const list = [curve('loadCost', 'Cost', 'CPU of the ' + of + (hls ? '.' : ', and its CPU time for each packet.'),
      [{scale: 'y', label: '% of a core'}, {scale: 'us', label: 'µs a packet', side: 1}],
      own(of + ' CPU %', cpu), hls ? [] : own('µs a packet', r => r.bridgeCpuMicrosPerForwardedPacket ?? null, 'us'))];
    list.push(hls
      ? curve('loadStalls', 'Stalls', 'Share of time in which viewers were stalled.', [{scale: 'y', label: '%'}],
        own('stalled, %', r => r.playing ? r.stallMs / (r.playing * r.seconds * 10) : null))
      : curve('loadLoss', 'Loss', 'Share of expected packets that never arrived.', [{scale: 'y', label: '%'}],
        own('lost, %', r => r.packetsExpected > 0 ? 100 * r.packetsLost / r.packetsExpected : null)));
    list.push(curve('loadDelay', hls ? 'Delay since capture' : 'Delay', hls ? 'By EXT-X-PROGRAM-DATE-TIME.' : 'From the sender’s socket to the receiver’s.',
      [{scale: 'y', label: hls ? 's' : 'ms', log: !hls}], own('p50', r => delay(r, 'p50')), own('p99', r => delay(r, 'p99'))));
    return list.filter(plot => plot.series.length);
  }

  function shade(u) {
    const ctx = u.ctx;
    ctx.save();
    ctx.fillStyle = css('--shade');
    const runs = data.runs.length;
    for (const w of windows()) {
      const a = Math.max(u.bbox.left, u.valToPos(w.from, 'x', true));
      const b = Math.min(u.bbox.left + u.bbox.width, u.valToPos(w.to, 'x', true));
      if (b <= a) continue;
      ctx.fillRect(a, u.bbox.top, b - a, u.bbox.height);
    }
    if (runs > 1) {
      ctx.fillStyle = css('--soft');
      ctx.font = Math.round(10 * devicePixelRatio) + 'px system-ui, sans-serif';
      for (const w of windows()) {
        const a = u.valToPos(w.from, 'x', true);
        const label = (data.runs[w.run] || {}).label || '';
        if (a >= u.bbox.left && ctx.measureText(label).width < u.valToPos(w.to, 'x', true) - a) {
          ctx.fillText(label, a + 3 * devicePixelRatio, u.bbox.top + 11 * devicePixelRatio);
        }
      }
    }
    ctx.restore();
  }

  function clipped(u, draw) {
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    draw(u.ctx);
    u.ctx.restore();
  }

  function paintHeat(u) {
    const heat = data.series.delayHeat;
    const most = Math.max(1, ...heat.rows.map(r => { let m = 0; for (let i = 1; i < r.length; i += 2) m = Math.max(m, r[i]); return m; }));
    const width = data.series.secondsPerRow;
    clipped(u, ctx => {
      ctx.fillStyle = line(0);
      heat.rows.forEach((row, i) => {
        const to = data.series.seconds[i];
        const a = u.valToPos(to - width, 'x', true), b = u.valToPos(to, 'x', true);
        if (b < u.bbox.left || a > u.bbox.left + u.bbox.width) return;
        for (let j = 0; j < row.length; j += 2) {
          const k = row[j];
          const low = k === 0 ? heat.endsMs[0] / 2 : heat.endsMs[k - 1];
          const top = u.valToPos(heat.endsMs[k], 'y', true), bottom = u.valToPos(low, 'y', true);
          ctx.globalAlpha = .08 + .55 * Math.log1p(row[j + 1]) / Math.log1p(most);
          ctx.fillRect(a, top, Math.max(1, b - a), Math.max(1, bottom - top));
        }
      });
    });
  }

  /** The rooms of the run with most endpoints: their names, and the rows that they have. */
  function roomList() {
    const runs = {};
    for (const [run, number, , , , room] of data.series.joins) {
      const rooms = runs[run] ??= new Map();
      const rows = rooms.get(room ?? 0) || {name: room === -1 ? 'guests' : String((room ?? 0) + 1), from: number, to: number + 1};
      rooms.set(room ?? 0, {name: rows.name, from: Math.min(rows.from, number), to: Math.max(rows.to, number + 1)});
    }
    const lists = Object.values(runs).map(rooms => [...rooms.values()].sort((a, b) => a.from - b.from));
    return lists.sort((a, b) => b.at(-1).to - a.at(-1).to)[0] || [];
  }

  function paintJoins(u) {
    const end = data.series.seconds.at(-1) || 0;
    const ends = {};
    data.series.phases.forEach(p => { if (p.name === 'ended') ends[p.run] = p.fromSeconds; });
    clipped(u, ctx => {
      data.series.joins.forEach(([run, number, began, connected, left]) => {
        const x = t => u.valToPos(t, 'x', true);
        const top = u.valToPos(number, 'y', true), bottom = u.valToPos(number + 1, 'y', true);
        const y = Math.min(top, bottom), h = Math.max(1, Math.abs(bottom - top) * .8);
        const last = left ?? ends[run] ?? end;
        const bar = (from, to, colour) => { ctx.fillStyle = colour; ctx.fillRect(x(from), y, Math.max(devicePixelRatio, x(to) - x(from)), h); };
        if (connected === null) { bar(began, last, css('--broke')); return; }
        bar(connected, last, line(2));
        bar(began, connected, line(1));
      });
      const rooms = roomList();
      ctx.fillStyle = css('--line');
      rooms.slice(1).forEach(room => ctx.fillRect(u.bbox.left, u.valToPos(room.from, 'y', true), u.bbox.width, devicePixelRatio));
    });
  }

  /** The time axis and a column with an empty point where nothing was measured for a while, as between two runs. */
  function withGaps(values) {
    const seconds = data.series.seconds, gap = 3.5 * data.series.secondsPerRow, out = [];
    seconds.forEach((t, i) => {
      if (i > 0 && t - seconds[i - 1] > gap) out.push(values === seconds ? (t + seconds[i - 1]) / 2 : null);
      out.push(values[i]);
    });
    return out;
  }

  /** A column of several runs in their measured windows only: between them endpoints leave and join, which says nothing of a load. */
  function inWindows(values) {
    const measuredIn = data.runs.length > 1 ? windows() : [];
    if (!measuredIn.length) return values;
    return values.map((v, i) => measuredIn.some(w => data.series.seconds[i] > w.from + 1 && data.series.seconds[i] <= w.to) ? v : null);
  }

  /** Without a cursor the legend has names only. */
  function idle(u) {
    u.root.classList.toggle('idle', !finite(u.cursor.idx));
  }

  function ticks(most, step) {
    const list = [];
    for (let v = 0; v <= most; v += step) list.push(v);
    return list;
  }

  /** Of a line, and of the axis that it has for itself. */
  const colour = (plot, series) => line(plot.rows ? 0 : plot.series.indexOf(series));

  function draw() {
    charts.forEach(c => c.destroy());
    charts = [];
    $('plots').replaceChildren();
    $('curves').replaceChildren();
    const curves = curveList();
    $('curvesSection').hidden = !curves.length;
    const unmeasured = [];
    const soft = css('--soft'), grid = css('--line');
    for (const plot of curves.concat(plotList())) {
      if (!plot.series.length || !plot.series.some(s => s.values.some(finite))) {
        unmeasured.push(plot.title);
        continue;
      }
      const box = element('div', undefined, plot.wide ? 'plot wide' : 'plot');
      box.dataset.plot = plot.id;
      box.append(element('h3', plot.title), element('p', plot.note, 'note'));
      $(plot.x ? 'curves' : 'plots').append(box);
      const unit = plot.unit || 's';
      const scales = {x: plot.x ? {time: false, range: (_, lo, hi) => [0, hi * 1.04]} : {time: false}};
      const axes = [{stroke: soft, grid: {stroke: grid, width: .5}, ticks: {stroke: grid}, size: 30, values: (_, v) => v.map(t => plot.x ? tick(t) : num(t, 's'))}];
      plot.axes.filter(a => plot.series.some(s => (s.scale || 'y') === a.scale)).forEach((a, i) => {
        if (a.log) scales[a.scale] = {distr: 3};
        // CPU has the upper quarter for itself, the rows have the rest.
        else if (plot.rows && a.scale === 'y') scales[a.scale] = {range: [0, (Math.max(...data.series.joins.map(j => j[1])) + 1) / .75]};
        else if (plot.rows) scales[a.scale] = {range: (_, lo, hi) => hi > 0 ? [-3.5 * hi, 1.08 * hi] : [-3, 1]};
        else scales[a.scale] = {range: (_, lo, hi) => [Math.min(0, lo), hi > 0 ? hi * 1.16 : 1]};
        const drawn = plot.series.filter(s => (s.scale || 'y') === a.scale && !s.hidden);
        axes.push({scale: a.scale, side: a.side === 1 ? 1 : 3, label: a.label, labelSize: 16, labelFont: '11px system-ui', font: '11px system-ui',
          size: 50, stroke: drawn.length === 1 ? colour(plot, drawn[0]) : soft, grid: {show: i === 0, stroke: grid, width: .5}, ticks: {stroke: grid},
          values: (_, v) => v.map(x => x === null || x < 0 && plot.rows ? '' : tick(x))});
        if (plot.rooms && a.scale === 'y') {
          const each = Math.ceil(plot.rooms.length / 16);
          const named = plot.rooms.filter((room, i) => i % each === 0);
          Object.assign(axes.at(-1), {grid: {show: false}, ticks: {show: false}, splits: () => named.map(room => (room.from + room.to) / 2),
            values: () => named.map(room => room.name)});
        } else if (plot.rows) {
          Object.assign(axes.at(-1), {grid: {show: false}, splits: (u, i, lo, hi, step) => ticks(a.scale === 'y' ? u.scales.y.max * .75 : hi, step)});
        }
      });
      axes[0].font = '11px system-ui';
      if (plot.x) Object.assign(axes[0], {label: unit, labelSize: 16, labelFont: '11px system-ui'});
      const chart = new uPlot({
        width: box.clientWidth, height: plot.height || 220, scales, axes,
        cursor: {sync: {key: plot.x ? 'load' : 'time'}},
        legend: {live: true},
        hooks: {setCursor: [idle], drawClear: plot.x ? [] : [shade], drawAxes: plot.paint ? [plot.paint] : []},
        series: [{label: 'at', value: (_, v) => finite(v) ? num(v, unit) : ''}].concat(plot.series.map((s, i) => ({
          label: s.label, scale: s.scale || 'y', stroke: s.hidden ? 'transparent' : colour(plot, s), width: 1.6, dash: s.dash, spanGaps: !!plot.x,
          points: {show: !!plot.x || s.values.filter(finite).length < 4}, value: (_, v, s, at) => finite(at) ? num(v) : ''}))),
      }, plot.x ? [plot.x].concat(plot.series.map(s => s.values)) : [data.series.seconds].concat(plot.series.map(s => plot.rows ? s.values : inWindows(s.values))).map(withGaps), box);
      idle(chart);
      charts.push(chart);
      box.chart = chart;
      box.dataset.series = plot.series.filter(s => s.values.some(finite)).length;
    }
    $('unmeasured').textContent = unmeasured.length ? 'Not measured in this run: ' + unmeasured.join(', ') + '.' : '';
  }

  // ---- text --------------------------------------------------------------------------------------------------

  /** Whether viewers watched over HLS in a run. */
  const isHls = run => finite(data.runs[run].result.begun);

  const viewersOf = r => num(r.playing) + ' of ' + num(r.begun);
  const meanMs = times => times && times.count ? times.mean : null;
  const mediaTimes = r => (r.times || {}).part || (r.times || {})['hinted part'] || (r.times || {}).segment;
  const playlistTimes = r => (r.times || {}).playlist || (r.times || {})['blocking playlist'];
  const failed = r => Object.values(r.failures || {}).reduce((a, b) => a + b, 0);

  function tiles(run) {
    $('tiles').replaceChildren(...(isHls(run) ? hlsTiles(data.runs[run].result) : conferenceTiles(run)));
  }

  function tile(value, label, hint) {
    const t = element('div', undefined, 'tile');
    t.title = hint;
    t.append(element('b', value), element('span', label));
    return t;
  }

  function hlsTiles(r) {
    const server = r.server || {};
    return [
      tile(viewersOf(r), 'viewers play', 'Viewers that play, of those that started'),
      tile(num(r.bytes * 8e-6 / r.seconds) + ' / ' + num(r.peakBytesPerSecond * 8e-6), 'Mbit/s mean / busiest second', 'Bodies of all HTTP answers'),
      tile(num(r.requests / r.seconds), 'requests/s', 'Mean of the window'),
      tile(num(failed(r)) + ' of ' + num(r.requests), 'requests failed', 'Without an answer, or with an error status'),
      tile(num(r.stalls), 'stalls', 'Stalls of viewers in the window'),
      tile([r.latency.p50, r.latency.p99].map(v => num(r.latency.count ? v / 1e3 : null)).join(' / '), 's behind, p50 / p99', 'Delay since capture, by EXT-X-PROGRAM-DATE-TIME'),
      tile(num(finite(server.cores) ? server.cores * 100 : null, '%'), 'server CPU, of one core', 'User and system time in the window'),
      tile(finite(server.peakRssBytes) ? num(server.peakRssBytes / 1e6, 'MB') : '–', 'server memory, at most', 'Resident set of the process')];
  }

  function conferenceTiles(run) {
    const r = data.runs[run].result;
    const d = r.delayNanos || {};
    const cpu = finite(r.bridgeCpuNanos) ? r.bridgeCpuNanos / 1e7 / r.seconds : null;
    const rate = (column, n) => mean(column, run) ?? n / r.seconds;
    return [
      tile(num(r.couplesReceived) + ' of ' + num(r.couplesExpected), 'pairs', 'Pairs of a receiver and another endpoint that sends, with all streams received'),
      tile(num(mean('sentMbps', run)) + ' / ' + num(mean('receivedMbps', run)), 'Mbit/s in / out of the bridge', 'UDP payload, mean of the window'),
      tile(num(rate('sentPacketsPerSecond', r.packetsSent)) + ' / ' + num(rate('receivedPacketsPerSecond', r.packetsReceived)), 'packets/s in / out', 'In with RTCP, out RTP, including guests; mean of the window'),
      tile(num(r.packetsLost) + ' of ' + num(r.packetsExpected), 'packets lost', 'Sent in the window and never arrived'),
      tile([d.p50, d.p99, d.max].map(v => num(finite(v) ? v / 1e6 : null)).join(' / '), 'delay p50 / p99 / max, ms', 'From the sender’s socket to the receiver’s'),
      tile(num(cpu, '%'), 'bridge CPU, of one core', 'User and system time in the window'),
      tile(num(r.bridgeCpuMicrosPerForwardedPacket, 'µs'), 'bridge CPU per packet', 'CPU time divided by packets that arrived'),
      tile(finite(r.bridgePeakRssBytes) ? num(r.bridgePeakRssBytes / 1e6, 'MB') : '–', 'bridge memory, at most', 'Resident set of the process')];
  }

  function table(target, head, rows) {
    const t = $(target);
    const header = element('tr');
    head.forEach((h, i) => {
      const th = element('th', h.label, h.text ? 'text' : '');
      th.dataset.sort = i;
      header.append(th);
    });
    const body = element('tbody');
    const fill = sorted => body.replaceChildren(...sorted.map(row => {
      const tr = element('tr');
      row.forEach((cell, i) => tr.append(element('td', typeof cell === 'number' ? num(cell) : cell ?? '–', head[i].text ? 'text ' + (head[i].wide ? 'why' : '') : '')));
      return tr;
    }));
    let ascending = false;
    header.addEventListener('click', event => {
      const i = event.target.dataset.sort;
      if (i === undefined) return;
      ascending = !ascending;
      const key = v => v === null || v === undefined ? -Infinity : v;
      fill([...rows].sort((a, b) => (key(a[i]) < key(b[i]) ? -1 : key(a[i]) > key(b[i]) ? 1 : 0) * (ascending ? 1 : -1)));
    });
    const thead = element('thead');
    thead.append(header);
    fill(rows);
    t.replaceChildren(thead, body);
  }

  const KINDS = {held: 'held', broke: 'broke', untrusted: 'not to be trusted'};

  function runsTable() {
    $('runsSection').hidden = data.runs.length < 2 && !data.published;
    const r3 = v => finite(v) ? Number(v.toPrecision(3)) : null;
    $('published').textContent = data.published ? 'Published (another machine): ' + data.published : '';
    const beside = data.publishedTable;
    $('publishedBeside').hidden = !beside;
    $('publishedTable').hidden = !beside || !beside.rows.length;
    if (beside) {
      table('publishedTable', beside.columns.map((label, i) => ({label, text: i < 2})), beside.rows);
      $('publishedNotes').replaceChildren(...beside.notes.map(note => element('li', note)));
    }
    if (isHls(0)) {
      table('runs', [{label: 'run', text: true}, {label: 'verdict', text: true}, {label: 'viewers'}, {label: 'play'}, {label: 'Gbit/s mean'}, {label: 'Gbit/s peak'},
        {label: 'playlist, ms'}, {label: 'media, ms'}, {label: 'behind, s'}, {label: 'stalls'}, {label: 'failed'}, {label: 'CPU, % of a core'}, {label: 'memory, MB'}],
      data.runs.map(run => {
        const r = run.result, server = r.server || {};
        return [run.label, KINDS[run.verdict.kind], r.begun, r.playing, r3(r.bytes * 8e-9 / r.seconds), r3(r.peakBytesPerSecond * 8e-9),
          r3(meanMs(playlistTimes(r))), r3(meanMs(mediaTimes(r))), r3(meanMs(r.latency) === null ? null : r.latency.mean / 1e3), r.stalls, failed(r),
          r3(finite(server.cores) ? server.cores * 100 : null), finite(server.peakRssBytes) ? Math.round(server.peakRssBytes / 1e6) : null];
      }));
      return;
    }
    table('runs', [{label: 'run', text: true}, {label: 'verdict', text: true}, {label: 'endpoints'}, {label: 'pairs'}, {label: 'Mbit/s in'}, {label: 'Mbit/s out'},
      {label: 'packets/s in'}, {label: 'packets/s out'}, {label: 'lost'}, {label: 'delay p99, ms'}, {label: 'CPU, % of a core'}, {label: 'µs a packet'}, {label: 'memory, MB'}],
    data.runs.map((run, i) => {
      const r = run.result;
      return [run.label, KINDS[run.verdict.kind], r.k, r.couplesReceived, r3(mean('sentMbps', i)), r3(mean('receivedMbps', i)),
        Math.round(mean('sentPacketsPerSecond', i) ?? r.packetsSent / r.seconds), Math.round(mean('receivedPacketsPerSecond', i) ?? r.packetsReceived / r.seconds), r.packetsLost, r3((r.delayNanos || {}).p99 / 1e6),
        r3(finite(r.bridgeCpuNanos) ? r.bridgeCpuNanos / 1e7 / r.seconds : null), r3(r.bridgeCpuMicrosPerForwardedPacket),
        finite(r.bridgePeakRssBytes) ? Math.round(r.bridgePeakRssBytes / 1e6) : null];
    }));
  }

  /** Why a receiver got what it got, in words. */
  function why(e) {
    const parts = [];
    const s = e.selection;
    if (s) {
      const heights = Object.entries(s.sourcesByHeight || {}).map(([h, n]) => n + ' × ' + (h === '0' ? 'unknown height' : h + ' px')).join(', ');
      parts.push('requested ' + s.sourcesExpected + ' video sources, got ' + s.sourcesReceived + (heights ? ' (' + heights + ')' : ''));
    }
    if (e.link) {
      const d = e.link.down || {};
      parts.push('behind a link ' + e.link.spec + (finite(d.utilisation) ? ', used to ' + num(100 * d.utilisation) + ' %' : '')
        + (e.link.freezes ? ', ' + e.link.freezes + ' freezes' : ''));
    }
    if (e.packetsLost > 0) parts.push('lost ' + num(100 * e.packetsLost / Math.max(1, e.packetsExpected)) + ' %');
    if (e.packetsRecovered > 0) parts.push(num(e.packetsRecovered) + ' recovered by retransmission');
    if (e.kernelDrops > 0) parts.push(num(e.kernelDrops) + ' dropped by the Hammer’s own socket');
    if (e.contentErrors > 0) parts.push(num(e.contentErrors) + ' payloads differ from the sent ones');
    if (e.missing && e.missing.length) parts.push('no ' + e.missing.slice(0, 3).join(', ') + (e.missing.length > 3 ? ' and ' + (e.missing.length - 3) + ' more' : ''));
    if (e.channelEnd) parts.push('bridge channel: ' + e.channelEnd);
    return parts.length ? parts.join('; ') : e.packetsExpected > 0 ? 'everything' : 'no media was sent to it';
  }

  function receiversTable(run) {
    $('receiversSection').hidden = isHls(run);
    if (isHls(run)) return;
    const r = data.runs[run].result;
    const omitted = r.endpointsOmitted || 0;
    $('receiversNote').textContent = (data.runs.length > 1 ? data.runs[run].label + '. ' : '')
      + (omitted ? 'The worst ' + r.endpoints.length + '; ' + omitted + ' more are in report.json. ' : '') + 'Click a heading to sort.';
    table('receivers', [{label: 'endpoint', text: true}, {label: 'pairs'}, {label: 'sent'}, {label: 'expected'}, {label: 'received'}, {label: 'lost'},
      {label: 'reordered'}, {label: 'key frames requested'}, {label: 'received, and reasons', text: true, wide: true}],
    r.endpoints.map(e => [e.id, e.couplesReceived, e.packetsSent, e.packetsExpected, e.packetsReceived, e.packetsLost, e.reordered, e.keyFrameRequests, why(e)]));
  }

  function machineTable() {
    const rows = Object.entries(data.machine).map(([k, v]) => [k, v === null ? '–' : String(v)]);
    const r = data.runs.length ? data.runs.at(-1).result : {};
    if (finite(r.begun)) {
      rows.push(['Hammer CPU, of one core', r.hammer ? num(100 * r.hammer.cores, '%') : '–'],
        ['answers waited for the Hammer, p99', num(r.lateness.count ? r.lateness.p99 : null, 'ms') + ' (limit 50 ms)']);
    } else rows.push(['bridge', r.bridgeVersion || '–'], ['bridge may use processors', r.bridgeCpus || '–'], ['Hammer may use processors', r.hammerCpus || '–'],
      ['busiest thread of the Hammer', finite(r.hammerBusiestDriver) ? num(100 * r.hammerBusiestDriver, '%') + ' (limit 90 %)' : '–'],
      ['Hammer, sending late p99', ms((r.hammerLatenessNanos || {}).p99)], ['content compared', r.sampleEvery === 1 ? 'every packet' : 'one packet in ' + r.sampleEvery]);
    table('machine', [{label: 'machine and method', text: true}, {label: 'value', text: true, wide: true}], rows);
  }

  /** The run whose figures stand at the top: the last one that held, else the last. */
  function shown() {
    for (let i = data.runs.length - 1; i >= 0; i--) if (data.runs[i].verdict.kind === 'held') return i;
    return data.runs.length - 1;
  }

  function show(next) {
    data = next;
    document.title = data.title + ' – Hammer report';
    $('title').textContent = data.title;
    $('verdict').textContent = data.verdict.sentence;
    $('verdict').className = {held: 'held', broke: 'broke'}[data.verdict.kind] || 'doubt';
    $('when').textContent = data.startedAt + (data.description ? ' · ' + data.description : '');
    $('command').textContent = data.command;
    if (data.runs.length) { tiles(shown()); runsTable(); receiversTable(shown()); }
    $('runsSection').hidden = !data.runs.length;
    machineTable();
    const attack = data.runs.flatMap(r => r.result.attackLines || []);
    $('attackSection').hidden = !attack.length;
    $('attack').textContent = attack.join('\n');
    const warnings = data.runs.flatMap(r => r.result.warnings || []).slice(0, 20);
    $('warnings').replaceChildren(...(warnings.length ? [element('p', 'Warnings')] : []), ...warnings.map(w => element('p', w, 'soft')));
    draw();
  }

  $('copy').addEventListener('click', () => navigator.clipboard && navigator.clipboard.writeText(data.command));
  let width = innerWidth, pending;
  addEventListener('resize', () => { clearTimeout(pending); pending = setTimeout(() => { if (innerWidth !== width) { width = innerWidth; draw(); } }, 150); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => { document.documentElement.dataset.theme = 'light'; draw(); });
  addEventListener('afterprint', () => { delete document.documentElement.dataset.theme; draw(); });
  window.showReport = show;
  // Controls of text direction would reverse what follows a name: they show as replacement characters.
  const plain = (key, value) => typeof value === 'string' ? value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd') : value;
  show(JSON.parse($('data').textContent, plain));
})();
