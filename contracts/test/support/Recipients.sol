// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IHolder} from "./Tokens.sol";

/// @dev Refuses the native token.
contract Refuser {
    error Refused();

    receive() external payable {
        revert Refused();
    }
}

/// @dev Burns all its gas.
contract GasBurner {
    receive() external payable {
        while (true) {}
    }
}

/// @dev Accepts the native token and returns as much data as 100,000 gas allow.
contract ReturnBomb {
    receive() external payable {
        assembly {
            return(0, 180000)
        }
    }
}

/// @dev Reverts with as much data as 100,000 gas allow.
contract RevertBomb {
    receive() external payable {
        assembly {
            revert(0, 180000)
        }
    }
}

/// @dev A smart-contract wallet that writes four new storage slots for each payment.
contract StorageWritingWallet {
    uint256[] private _entries;

    receive() external payable {
        _entries.push(msg.value);
        _entries.push(block.timestamp);
        _entries.push(block.number);
    }

    function payments() external view returns (uint256) {
        return _entries.length / 3;
    }
}

/// @dev Makes calls for a test: one at once, and one planned call while it sends or receives tokens.
contract ReentrantAccount is IHolder {
    enum Moment {
        Never,
        BeforeSending,
        AfterReceiving
    }

    Moment private _moment;
    address private _target;
    uint256 private _value;
    bytes private _data;

    /// @notice Whether the planned call was made, and whether it succeeded.
    bool public reacted;
    bool public succeeded;

    function plan(Moment moment, address target, uint256 value, bytes calldata data) external {
        (_moment, _target, _value, _data) = (moment, target, value, data);
        (reacted, succeeded) = (false, false);
    }

    function act(address target, uint256 value, bytes calldata data) external returns (bytes memory result) {
        bool ok;
        (ok, result) = target.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    function beforeSending() external {
        _react(Moment.BeforeSending);
    }

    function afterReceiving() external {
        _react(Moment.AfterReceiving);
    }

    receive() external payable {
        _react(Moment.AfterReceiving);
    }

    function _react(Moment moment) private {
        if (moment != _moment) return;
        _moment = Moment.Never;
        (bool ok,) = _target.call{value: _value}(_data);
        (reacted, succeeded) = (true, ok);
    }
}
