-- What wrk sends; load.js has autocannon send the same where there is no wrk.
-- Arguments: operation (get, list or create), path, file of ids, then names and values of headers.
local requests = {}
local at = 0

function init(args)
  local operation, path, ids = args[1], args[2], args[3]
  for i = 4, #args, 2 do wrk.headers[args[i]] = args[i + 1] end
  if operation == "get" then
    for id in io.lines(ids) do
      requests[#requests + 1] = wrk.format("GET", path .. "/" .. id)
    end
  elseif operation == "create" then
    wrk.headers["Content-Type"] = "application/json"
    for i = 1, 1000 do
      requests[i] = wrk.format("POST", path, nil, '{"name":"Pet ' .. i .. '","tag":"dog"}')
    end
  else
    requests[1] = wrk.format("GET", path)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p99Ms":%f,"refused":%d,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(99) / 1e3,
    e.status, e.connect + e.read + e.write + e.timeout))
end
