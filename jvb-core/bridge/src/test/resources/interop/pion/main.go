// A test-only client: Pion publishes by WHIP and watches by WHEP.
//
// Reads commands from stdin, a JSON object a line, {"do": name, ...arguments}, and answers each with a line on stdout, {"value": ...} or
// {"error": ...}. Ends when stdin does, so that it cannot outlive the test.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pion/rtcp"
	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
)

const limit = 15 * time.Second

type command struct {
	Do     string `json:"do"`
	URL    string `json:"url"`
	Frames int64  `json:"frames"`
	Audio  int64  `json:"audio"`
}

type client struct {
	pc       *webrtc.PeerConnection
	session  string
	stop     chan struct{}
	frames   atomic.Int64
	disorder atomic.Int64
	audio    atomic.Int64
}

func main() {
	c := &client{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked command
		var value any
		err := json.Unmarshal(lines.Bytes(), &asked)
		if err == nil {
			value, err = c.run(asked)
		}
		answer := map[string]any{"value": value}
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		text, _ := json.Marshal(answer)
		fmt.Println(string(text))
	}
	c.leave()
}

func (c *client) run(asked command) (any, error) {
	switch asked.Do {
	case "whip":
		return c.whip(asked.URL)
	case "whep":
		return c.whep(asked.URL)
	case "watch":
		return c.watch(asked.Frames, asked.Audio), nil
	case "restart":
		return c.restart()
	case "end_session":
		status, _, _, err := request("DELETE", c.session, "", "", "")
		c.leave()
		return status, err
	case "leave":
		c.leave()
		return map[string]any{}, nil
	}
	return nil, fmt.Errorf("unknown command %q", asked.Do)
}

func (c *client) leave() {
	if c.pc != nil {
		close(c.stop)
		_ = c.pc.Close()
		c.pc = nil
	}
}

func request(method, to, kind, tag, body string) (int, http.Header, string, error) {
	asked, err := http.NewRequest(method, to, strings.NewReader(body))
	if err != nil {
		return 0, nil, "", err
	}
	if kind != "" {
		asked.Header.Set("Content-Type", kind)
	}
	if tag != "" {
		asked.Header.Set("If-Match", tag)
	}
	answer, err := (&http.Client{Timeout: limit, Transport: &http.Transport{}}).Do(asked)
	if err != nil {
		return 0, nil, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, string(text), err
}

// Publishes numbered frames without a picture, and silence.
func (c *client) whip(to string) (any, error) {
	pc, err := c.open()
	if err != nil {
		return nil, err
	}
	video, _ := webrtc.NewTrackLocalStaticSample(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8}, "video", "pion")
	audio, _ := webrtc.NewTrackLocalStaticSample(webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus}, "audio", "pion")
	for _, track := range []webrtc.TrackLocal{video, audio} {
		way := webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionSendonly}
		transceiver, err := pc.AddTransceiverFromTrack(track, way)
		if err != nil {
			return nil, err
		}
		go drain(transceiver.Sender())
	}
	if err = c.negotiate(to); err != nil {
		return nil, err
	}
	go publish(c.stop, video, audio)
	return map[string]any{}, nil
}

// RTCP is handled by Pion's interceptors while it is read.
func drain(sender *webrtc.RTPSender) {
	for {
		if _, _, err := sender.ReadRTCP(); err != nil {
			return
		}
	}
}

// Each frame is a key frame of 320 by 240 (RFC 6386, 9.1) in two packets; its number follows the header.
func publish(stop chan struct{}, video, audio *webrtc.TrackLocalStaticSample) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for number := 0; ; number++ {
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
		frame := append([]byte{0x10, 2, 0, 0x9d, 1, 0x2a, 64, 1, 240, 0, byte(number >> 8), byte(number)}, make([]byte, 1500)...)
		_ = video.WriteSample(media.Sample{Data: frame, Duration: 20 * time.Millisecond})
		_ = audio.WriteSample(media.Sample{Data: []byte{0xf8, 0xff, 0xfe}, Duration: 20 * time.Millisecond})
	}
}

func (c *client) whep(to string) (any, error) {
	pc, err := c.open()
	if err != nil {
		return nil, err
	}
	c.frames.Store(0)
	c.disorder.Store(0)
	c.audio.Store(0)
	pc.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		if track.Kind() == webrtc.RTPCodecTypeVideo {
			_ = pc.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(track.SSRC())}})
		}
		c.read(track)
	})
	for _, kind := range []webrtc.RTPCodecType{webrtc.RTPCodecTypeAudio, webrtc.RTPCodecTypeVideo} {
		way := webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}
		if _, err = pc.AddTransceiverFromKind(kind, way); err != nil {
			return nil, err
		}
	}
	return map[string]any{}, c.negotiate(to)
}

func (c *client) read(track *webrtc.TrackRemote) {
	last := -1
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		if track.Kind() == webrtc.RTPCodecTypeAudio {
			c.audio.Add(1)
			continue
		}
		number, isStart := numberOf(packet)
		if isStart {
			c.frames.Add(1)
			if last >= 0 && number != (last+1)&0xffff && number != 0 {
				c.disorder.Add(1)
			}
			last = number
		}
	}
}

func numberOf(packet *rtp.Packet) (int, bool) {
	vp8 := &codecs.VP8Packet{}
	payload, err := vp8.Unmarshal(packet.Payload)
	if err != nil || vp8.S != 1 || vp8.PID != 0 || len(payload) < 12 {
		return 0, false
	}
	return int(payload[10])<<8 | int(payload[11]), true
}

func (c *client) open() (*webrtc.PeerConnection, error) {
	pc, err := webrtc.NewPeerConnection(webrtc.Configuration{})
	if err == nil {
		c.pc, c.stop = pc, make(chan struct{})
	}
	return pc, err
}

func (c *client) negotiate(to string) error {
	offer, err := c.pc.CreateOffer(nil)
	if err != nil {
		return err
	}
	gathered := webrtc.GatheringCompletePromise(c.pc)
	if err = c.pc.SetLocalDescription(offer); err != nil {
		return err
	}
	<-gathered
	status, headers, answer, err := request("POST", to, "application/sdp", "", c.pc.LocalDescription().SDP)
	if err != nil {
		return err
	}
	if status != http.StatusCreated {
		return fmt.Errorf("POST %s: %d %s", to, status, answer)
	}
	base, _ := url.Parse(to)
	location, err := base.Parse(headers.Get("Location"))
	if err != nil {
		return err
	}
	c.session = location.String()
	if err = c.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer}); err != nil {
		return err
	}
	return c.awaitConnected()
}

func (c *client) awaitConnected() error {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if c.pc.ConnectionState() == webrtc.PeerConnectionStateConnected {
			return nil
		}
	}
	return errors.New(c.pc.ConnectionState().String() + ": expected connected")
}

// Restarts ICE (RFC 9725 section 4.3.3): the value is the new user fragment of the bridge.
func (c *client) restart() (any, error) {
	before := c.pc.RemoteDescription().SDP
	offer, err := c.pc.CreateOffer(&webrtc.OfferOptions{ICERestart: true})
	if err != nil {
		return nil, err
	}
	gathered := webrtc.GatheringCompletePromise(c.pc)
	if err = c.pc.SetLocalDescription(offer); err != nil {
		return nil, err
	}
	<-gathered
	status, _, theirs, err := request("PATCH", c.session, "application/trickle-ice-sdpfrag", "*", fragment(c.pc.LocalDescription().SDP))
	if err != nil || status != http.StatusOK {
		return nil, fmt.Errorf("PATCH: %d %s %w", status, theirs, err)
	}
	answer := merged(before, theirs)
	if err = c.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer}); err != nil {
		return nil, err
	}
	return attribute(theirs, "a=ice-ufrag:"), c.awaitConnected()
}

// The session's group, and ICE of the first section.
func fragment(offer string) string {
	var kept []string
	sections := 0
	for _, line := range strings.Split(offer, "\r\n") {
		if strings.HasPrefix(line, "m=") {
			sections++
		}
		isIce := strings.HasPrefix(line, "a=ice-") || strings.HasPrefix(line, "a=candidate:") || line == "a=end-of-candidates"
		isFirst := sections == 1 && (strings.HasPrefix(line, "m=") || strings.HasPrefix(line, "a=mid:"))
		if sections <= 1 && isIce || isFirst || strings.HasPrefix(line, "a=group:BUNDLE") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\r\n") + "\r\n"
}

// The former answer with the new credentials and candidates.
func merged(former, theirs string) string {
	var lines []string
	isFirst := true
	for _, line := range strings.Split(former, "\r\n") {
		switch {
		case strings.HasPrefix(line, "a=candidate:"), line == "a=end-of-candidates":
		case strings.HasPrefix(line, "a=ice-ufrag:"):
			lines = append(lines, "a=ice-ufrag:"+attribute(theirs, "a=ice-ufrag:"))
		case strings.HasPrefix(line, "a=ice-pwd:"):
			lines = append(lines, "a=ice-pwd:"+attribute(theirs, "a=ice-pwd:"))
			if isFirst {
				for _, candidate := range strings.Split(theirs, "\r\n") {
					if strings.HasPrefix(candidate, "a=candidate:") {
						lines = append(lines, candidate)
					}
				}
				isFirst = false
			}
		default:
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\r\n")
}

func attribute(text, name string) string {
	for _, line := range strings.Split(text, "\r\n") {
		if strings.HasPrefix(line, name) {
			return line[len(name):]
		}
	}
	return ""
}

func (c *client) watch(frames, audio int64) any {
	frames += c.frames.Load()
	audio += c.audio.Load()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if c.frames.Load() >= frames && c.audio.Load() >= audio {
			break
		}
	}
	isEnough := c.frames.Load() >= frames && c.audio.Load() >= audio
	return map[string]any{
		"frames": c.frames.Load(), "audio": c.audio.Load(), "outOfOrder": c.disorder.Load(), "isEnough": isEnough,
	}
}
