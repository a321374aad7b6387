-- Rules on requests. A group is a number of requests that draw from the same buckets: as many of them are admitted as
-- every bucket has room for. Groups are ruled on one after the other, as if each came in a call of its own.
--
-- KEYS     for each group, for each of its buckets and windows: the times at which requests were admitted, oldest
--          first, in microseconds
-- ARGV     one text of whole numbers, which is cheaper to send than as many arguments: for each group the number of
--          requests, the cost of each and the number of its keys, then for each key its limit and the length of its window
-- returns  for each group: requests admitted, microseconds until one more would be, what is left of the tightest
--          budget, microseconds until that budget is whole again
local call = redis.call

-- The clock of this server is the only one, so that replicas need not agree on the time. Should it be set back, time
-- stands still until it has caught up: an admission is never dated before another.
local time = call('TIME')
local now = time[1] * 1000000 + time[2]

-- Lua passes only so many arguments at once.
local MOST_PUSHED = 1000

local function push(key, stamp, times)
  if times == 1 then return call('RPUSH', key, stamp) end
  while times > 0 do
    local stamps = {}
    for n = 1, math.min(times, MOST_PUSHED) do stamps[n] = stamp end
    call('RPUSH', key, unpack(stamps))
    times = times - #stamps
  end
end

local numbers = string.gmatch(ARGV[1], '%d+')
local function number() return tonumber(numbers()) end

local answers = {}
local key_at = 0
while key_at < #KEYS do
  local requests, cost, keys = number(), number(), number()
  local limits, lengths, counts, lasts = {}, {}, {}, {}
  for i = 1, keys do
    limits[i], lengths[i] = number(), number()
    lasts[i] = tonumber(call('LINDEX', KEYS[key_at + i], -1) or 0)
    if lasts[i] > now then now = lasts[i] end
  end

  local admitted = requests
  for i = 1, keys do
    local key = KEYS[key_at + i]
    if lasts[i] > 0 then
      local gone = now - lengths[i]
      while tonumber(call('LINDEX', key, 0) or now) <= gone do call('LPOP', key) end
      counts[i] = call('LLEN', key)
    else
      counts[i] = 0
    end
    admitted = math.min(admitted, math.floor((limits[i] - counts[i]) / cost))
  end
  if admitted < 0 then admitted = 0 end

  if admitted > 0 then
    local stamp = string.format('%.0f', now)
    for i = 1, keys do
      push(KEYS[key_at + i], stamp, admitted * cost)
      call('PEXPIRE', KEYS[key_at + i], math.ceil(lengths[i] / 1000))
      counts[i] = counts[i] + admitted * cost
      lasts[i] = now
    end
  end

  local free_at, remaining, whole_at = now, math.huge, now
  for i = 1, keys do
    -- One more is admitted once no more than limit - cost are left in the window.
    local before = counts[i] - limits[i] + cost - 1
    if before >= 0 then
      local blocking = call('LINDEX', KEYS[key_at + i], math.min(before, counts[i] - 1))
      if blocking then free_at = math.max(free_at, tonumber(blocking) + lengths[i]) end
    end
    local left = math.max(0, limits[i] - counts[i])
    local empty_at = counts[i] > 0 and lasts[i] + lengths[i] or now
    if left < remaining then
      remaining, whole_at = left, empty_at
    elseif left == remaining then
      whole_at = math.max(whole_at, empty_at)
    end
  end

  local at = #answers
  answers[at + 1] = admitted
  answers[at + 2] = free_at - now
  answers[at + 3] = remaining
  answers[at + 4] = whole_at - now
  key_at = key_at + keys
end
return answers
